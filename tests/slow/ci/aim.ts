import { afterAll, beforeAll } from 'vitest';
import { type Served, serve } from '../../cli/targets.ts';

/** The reference service, with and without a fault, for the tests of the file that imports this. */

type Name = 'good' | 'faulty';

/** What the faulty one trips. */
export const tripped = 'delete.data.createdAt:format';

const services = new Map<Name, Served>();
let used = 0;

beforeAll(async () => {
  const [good, faulty] = await Promise.all([
    serve('--seed-rules', '60'),
    serve('--seed-rules', '60', '--fault', 'rule-created-at-with-t'),
  ]);
  services.set('good', good).set('faulty', faulty);
}, 60_000);

afterAll(async () => {
  await Promise.all([...services.values()].map(({ stop }) => stop()));
}, 60_000);

/** Settings as variables; each call names a rule of its own. */
export function settings(name: Name): Record<string, string> {
  const { CONFORMANCE_AUTOMATION_RULE_ID: rules = '', ...env } = services.get(name)?.env ?? {};
  used += 1;
  return { ...env, CONFORMANCE_AUTOMATION_RULE_ID: rules.split(',')[used] ?? '' };
}

/** The same as inputs of the action, which takes the suite that is installed in the workspace. */
export function aim(name: Name): Record<string, string> {
  const inputs = Object.entries(settings(name)).map(([variable, value]) => [
    variable.replace('CONFORMANCE_', '').toLowerCase().replaceAll('_', '-'),
    value,
  ]);
  return { ...Object.fromEntries(inputs), version: 'installed' };
}
