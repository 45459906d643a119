import { actionFaults } from './action.ts';
import { bodyFaults } from './body.ts';
import { conditionFaults } from './conditions.ts';
import { credentialFaults } from './credentials.ts';
import { envelopeFaults } from './envelope.ts';
import type { Fault } from './fault.ts';
import { ruleFaults } from './rule.ts';
import { ruleIdentifierFaults } from './rule-identifiers.ts';
import { ruleTimestampFaults } from './rule-timestamps.ts';
import { transformerFaults } from './transformer.ts';

export type { Fault } from './fault.ts';

/** Every fault of the reference service; a new one is one entry in the list of its area. */
export const faults: readonly Fault[] = [
  ...credentialFaults,
  ...bodyFaults,
  ...envelopeFaults,
  ...transformerFaults,
  ...conditionFaults,
  ...actionFaults,
  ...ruleFaults,
  ...ruleIdentifierFaults,
  ...ruleTimestampFaults,
];

const byName = new Map(faults.map((fault) => [fault.name, fault]));

/** Names that share the most words with `asked`; all names when none shares any. */
function near(asked: string): readonly string[] {
  const words = new Set(asked.toLowerCase().split(/[^a-z0-9]+/));
  const shared = (name: string) => name.split('-').filter((word) => words.has(word)).length;
  const most = Math.max(...faults.map(({ name }) => shared(name)));
  return [...byName.keys()].filter((name) => shared(name) === most);
}

/** @throws Error that names what was asked for, and the names that come near it or else all of them. */
export function faultNamed(name: string): Fault {
  const fault = byName.get(name);
  if (fault === undefined)
    throw new Error(`There is no fault named "${name}". Did you mean: ${near(name).join(', ')}?`);
  return fault;
}
