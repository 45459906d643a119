import { expect } from 'vitest';
import type { Contract } from '../../../src/contract/contract.ts';
import type { ConfigResult, Problem } from '../../../src/settings/index.ts';
import { folderWith } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';
import { loadSettings, type TargetSettings } from '../../support/subject.ts';

type Variables = Readonly<Record<string, string>>;

export interface World {
  /** Over `complete`; an empty value is an absent one. */
  readonly environment?: Variables;
  readonly flags?: Readonly<Record<string, string | boolean>>;
  /** Files of the working folder by name. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly cwd?: string;
  readonly now?: Date;
  readonly contract?: Contract;
}

/** The least that a run against a target needs. */
export const complete: Variables = {
  CONFORMANCE_BASE_URL: 'https://staging.example.com/api',
  CONFORMANCE_ALLOW_WRITES_TO: 'staging.example.com',
  CONFORMANCE_ACCESS_TOKEN: 'token-of-the-environment',
  CONFORMANCE_ENTITY_ID: 'entity-1',
  CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'type-1',
};

export function load(
  { environment: changes = {}, files = {}, flags = {}, cwd = folderWith(files), ...given }: World,
  base = complete,
): Promise<ConfigResult> {
  const environment = { ...base, ...changes };
  // Beside a token of the environment, a `.env` is read only if it is named.
  const isBeside = environment['CONFORMANCE_ACCESS_TOKEN'] && flags['reference'] !== true;
  const isNamed = files['.env'] !== undefined && isBeside;
  const naming = isNamed ? { envFile: '.env' } : {};
  const common = { contract, reporters: ['terminal', 'json'] };
  return loadSettings({ ...common, ...given, cwd, environment, flags: { ...naming, ...flags } });
}

export async function problemsOf(world: World, base = complete): Promise<readonly Problem[]> {
  const result = await load(world, base);
  return result.ok ? [] : result.problems;
}

export async function settingsOf(world: World, base = complete): Promise<TargetSettings> {
  const result = await load(world, base);
  expect(result).toMatchObject({ ok: true });
  if (!result.ok || result.settings.reference) throw new Error('no settings of a target');
  return result.settings;
}

/** Name, world, the setting that is named, what is said. */
export type Case = readonly [string, World, string, RegExp];

/** A world in which one setting of ours has a value. */
export const env = (name: string, value: string, files?: World['files']): World => ({
  environment: { [`CONFORMANCE_${name}`]: value },
  ...(files === undefined ? {} : { files }),
});

/** That a problem names the setting and says so; every problem gives an example. */
export async function expectProblem(world: World, setting: string, message: RegExp): Promise<void> {
  const problems = await problemsOf(world);
  const named = problems.filter((problem) => problem.setting.includes(setting));
  expect(named.map((problem) => problem.message)).toContainEqual(expect.stringMatching(message));
  for (const { example } of problems) expect(example).toMatch(/^(?:--|[A-Z_]+=).+/);
}
