import { bodyFaults } from './body.ts';
import { credentialFaults } from './credentials.ts';
import { envelopeFaults, ruleFaults, transformerFaults } from './edits.ts';
import { failures, type ServiceFailure } from './failure.ts';
import type { Fault } from './fault.ts';

export { failures, type ServiceFailure } from './failure.ts';
export type { Fault } from './fault.ts';

/**
 * The faults that have a name: those of each facet that show what may go wrong, and whatever no edit of one answer can
 * say, such as credentials, bytes and answers alike. Every other fault is an edit that whoever starts the service
 * gives.
 */
export const faults: readonly Fault[] = [
  ...credentialFaults,
  ...bodyFaults,
  ...envelopeFaults,
  ...transformerFaults,
  ...ruleFaults,
];

const byName = new Map<string, Fault | ServiceFailure>(
  [...faults, ...failures].map((one) => [one.name, one]),
);

/** @throws Error that names what was asked for, and what there is */
export function faultNamed(name: string): Fault | ServiceFailure {
  const fault = byName.get(name);
  if (fault === undefined)
    throw new Error(`There is no fault named "${name}". There are: ${[...byName.keys()].join(', ')}.`);
  return fault;
}
