import { afterAll, beforeAll } from 'vitest';
import { type Served, serve } from '../../commands/targets.ts';
import { action } from './action.ts';

/** The reference service, with and without a fault. */

type Name = 'good' | 'faulty';

/** What the faulty one trips. */
export const tripped = 'delete.data.createdAt:format';

export interface Aim {
  /** Settings as variables; each call names a rule of its own. */
  readonly settings: (name: Name) => Record<string, string>;
  /** The same as inputs of the action, or flags where it has none; it takes the suite that is installed in the workspace. */
  readonly aim: (name: Name) => Record<string, string>;
}

/** Serves both while the tests of the file that calls this run. */
export function aimAtReference(): Aim {
  const services = new Map<Name, Served>();
  let used = 0;

  beforeAll(async () => {
    const [good, faulty] = await Promise.all([
      serve('--seed-rules', '60'),
      serve('--seed-rules', '60', '--fault', 'rule-created-at-with-t'),
    ]);
    services.set('good', good).set('faulty', faulty);
  });

  afterAll(async () => {
    await Promise.all([...services.values()].map(({ stop }) => stop()));
  });

  const settings = (name: Name) => {
    const { CONFORMANCE_AUTOMATION_RULE_ID: rules = '', ...env } = services.get(name)?.env ?? {};
    used += 1;
    return { ...env, CONFORMANCE_AUTOMATION_RULE_ID: rules.split(',')[used] ?? '' };
  };
  const aim = (name: Name) => {
    const given = Object.entries(settings(name)).map(
      ([variable, value]) =>
        [variable.replace('CONFORMANCE_', '').toLowerCase().replaceAll('_', '-'), value] as const,
    );
    const isInput = ([input]: readonly [string, string]) => input in action.inputs;
    const args = given.filter((one) => !isInput(one)).map(([flag, value]) => `--${flag}=${value}`);
    return { ...Object.fromEntries(given.filter(isInput)), args: args.join('\n'), version: 'installed' };
  };
  return { settings, aim };
}
