import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import type { Reach } from '../../../src/model/setting.ts';
import { readConfigFile } from '../../../src/settings/config-file.ts';
import { environmentNames } from '../../../src/settings/definitions.ts';
import { configProblems } from '../../../src/settings/from-config.ts';
import { type Inspection, inspectSettings } from '../../../src/settings/index.ts';
import { folderWith } from '../../support/cli.ts';
import { reachOfSettings } from '../../support/conforming.ts';
import { contract, definitions } from '../../support/engine.ts';
import { certificate, key } from './pem.ts';

const { entries } = definitions;

/** Settings by where they come from: flags, the environment, named files, a `.env` or a file of targets that was only found. */

/** Written down again, so that a setting whose class is changed or forgotten is noticed here. */
const expected: Readonly<Record<string, readonly [Reach, string]>> = {
  baseUrl: ['base-url', 'https://staging.example.com/api'],
  allowWritesTo: ['decides', 'staging.example.com'],
  allowHttp: ['decides', 'true'],
  accessToken: ['harmless', 'a-token-of-its-own'],
  accessTokenFile: ['harmless', 'token.txt'],
  accessTokenCommand: ['command', 'print-token'],
  entityId: ['decides', 'entity-2'],
  cleanupCommand: ['command', 'clean-up'],
  ...reachOfSettings,
  headersFile: ['decides', 'headers.txt'],
  caFile: ['decides', 'ca.pem'],
  clientCertFile: ['decides', 'client.pem'],
  clientKeyFile: ['decides', 'client.key'],
  httpsProxy: ['decides', 'http://proxy.example.com:3128'],
  httpProxy: ['decides', 'http://proxy.example.com:3128'],
  allProxy: ['decides', 'http://proxy.example.com:3128'],
  noProxy: ['decides', '*'],
  reference: ['decides', 'true'],
  envFile: ['decides', 'staging.env'],
  operation: ['harmless', 'put'],
  unauthorized: ['harmless', 'false'],
  repeat: ['decides', '7'],
  strict: ['harmless', 'true'],
  requireShown: ['harmless', 'put.data.conditions:count'],
  serial: ['harmless', 'true'],
  delayMs: ['harmless', '5'],
  timeoutMs: ['harmless', '5000'],
  waitSeconds: ['harmless', '60'],
  waiversFile: ['harmless', 'waivers.json'],
  answersFile: ['harmless', 'answers.json'],
  staleWaivers: ['harmless', 'warn'],
  gateAnswers: ['harmless', 'true'],
  label: ['harmless', 'v1'],
  locationsFile: ['harmless', 'locations.json'],
  reporter: ['harmless', 'json'],
  previousReport: ['harmless', 'before.json'],
  history: ['harmless', 'reports'],
  keep: ['harmless', '100'],
  documentUrl: ['harmless', 'https://wiki.example.com/document'],
  reportUrl: ['decides', 'https://elsewhere.example/report.html'],
  out: ['harmless', 'reports'],
};

export function expectedOf(key: string): readonly [Reach, string] {
  const found = expected[key];
  if (found === undefined) throw new Error(`${key} is not written down here`);
  return found;
}

export const files = {
  'token.txt': 'token-of-a-file',
  'body.json': '{"name": "n"}',
  'headers.txt': 'X-Gateway: gateway-key-1',
  'ca.pem': certificate,
  'client.pem': certificate,
  'client.key': key,
  'waivers.json': '{"waivers": []}',
  'answers.json': '{"formatVersion": 1, "found": {}, "declared": {}}',
  'locations.json': '{"locations": []}',
};

export type Variables = Record<string, string>;

export function nameOf(key: string): string {
  const [, definition] = entries.find(([name]) => name === key) ?? [];
  return definition === undefined ? '' : (environmentNames(definition).at(-1) ?? '');
}

export function envText(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}="${value}"`)
    .join('\n');
}

export interface World {
  readonly environment: Variables;
  readonly flags: Record<string, string | boolean>;
  readonly found: Variables;
  readonly named: Variables;
  /** The settings of the chosen target; without it none is chosen. */
  readonly target?: Readonly<Record<string, unknown>>;
}

export const remote: Variables = {
  CONFORMANCE_BASE_URL: 'https://staging.example.com/api',
  CONFORMANCE_ALLOW_WRITES_TO: 'staging.example.com',
};
export const ids: Variables = { CONFORMANCE_ENTITY_ID: 'e', CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'b' };
export const token: Variables = { CONFORMANCE_ACCESS_TOKEN: 'token-of-somebody' };

/** Two of the four places; the others give nothing. */
export function world(environment: Variables, found: Variables): World {
  return { environment, flags: {}, found, named: {} };
}

/** @param more flags; `config` names the file of targets */
export async function inspected(
  world: World,
  more: Readonly<Record<string, string>> = {},
  tokenToCome?: true,
) {
  const named = Object.keys(world.named).length > 0;
  const { target } = world;
  const cwd = folderWith({
    ...files,
    ...(target === undefined ? {} : { 'conformance.config.json': configText(target) }),
    ...(Object.keys(world.found).length > 0 ? { '.env': envText(world.found) } : {}),
    ...(named ? { 'named.env': envText(world.named) } : {}),
  });
  const flags = { ...world.flags, ...(named ? { envFile: 'named.env' } : {}), ...more };
  return inspectSettings({
    contract,
    flags,
    environment: world.environment,
    cwd,
    reporters: ['terminal', 'json'],
    ...(target === undefined ? {} : { target: await chosen(cwd, more['config']) }),
    ...(tokenToCome && { tokenToCome }),
  });
}

/** Each member has a line of its own. */
function configText({ out, ...target }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ targets: { one: target }, defaults: { out } }, null, 1);
}

async function chosen(cwd: string, config: string | undefined) {
  const read = await readConfigFile(cwd, config);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  expect(configProblems(read.file, contract)).toEqual([]);
  return { file: read.file, name: 'one', flags: 'ids' as const };
}

/** What a shell makes of a line of ours. */
function exported(line: string): Variables {
  const all = execFileSync('/bin/sh', ['-c', `${line}; /usr/bin/env -0`], { env: {}, encoding: 'utf8' });
  const pairs = all.split('\0').map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(pairs.filter(([name]) => /^CONFORMANCE_|_PROXY$/.test(name ?? '')));
}

/** That what the refusal tells to do leads to settings without a problem. */
export async function expectWaysOut(world: World, { untrusted }: Inspection): Promise<void> {
  const { remedies = [] } = untrusted[0] ?? {};
  const [flag, file] =
    world.target === undefined ? ['--env-file', '.env'] : ['--config', 'conformance.config.json'];
  expect(remedies.at(-1)).toBe(`If you trust the whole file:  conformance run ${flag} ${file}`);
  const naming = world.target === undefined ? { envFile: file } : { config: file };
  expect((await inspected(world, naming)).problems).toEqual([]);
  const [first = ''] = remedies.slice(0, -1);
  if (first === '') return;
  const environment = { ...world.environment, ...exported(first.replace(/^.*?(?=export )/, '')) };
  expect((await inspected({ ...world, environment })).problems).toEqual([]);
}
