import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { aimedAt, reportFolder, reportIn, type Served, serve, until } from '../../commands/targets.ts';
import { startService } from '../../support/service.ts';
import {
  action,
  filesWith,
  generic,
  github,
  gitlab,
  gitlabJob,
  type Machine,
  makeMachine,
  type Variables,
  writeProgram,
} from './machine.ts';

/** The recipes of ci/ and action.yml, run as build services run them, against the reference service. */

const installed = { SUITE_VERSION: 'installed' };
const spec = `entity-config-conformance@${packageJson.version}\n`;
const deviation = 'delete.data.createdAt:format';

let services: readonly [Served, Served];
beforeAll(async () => {
  const rules = ['--seed-rules', '30'];
  services = await Promise.all([serve(...rules), serve(...rules, '--fault', 'rule-created-at-with-t')]);
});
afterAll(() => Promise.all(services.map(({ stop }) => stop())));

let used = 0;
/** Each call names a rule of its own. */
function settings(which: 0 | 1 = 0): Record<string, string> {
  const { CONFORMANCE_AUTOMATION_RULE_ID: rules = '', ...env } = services[which].env;
  used += 1;
  return { ...env, CONFORMANCE_AUTOMATION_RULE_ID: rules.split(',')[used] ?? '' };
}

const tokenOf = (env: Variables) => env['CONFORMANCE_ACCESS_TOKEN'] ?? 'there is none';
const reportOf = ({ folder }: Machine) => reportIn(join(folder, reportFolder));

/** What npm was told, and that it saw no secret. */
function expectInstalled({ programs }: Machine): void {
  const noted = readFileSync(join(programs, 'npm.txt'), 'utf8');
  expect(noted).toContain(spec);
  expect(noted).not.toContain('CONFORMANCE_');
}

/** A `conformance` that only notes its arguments, one a line. */
function noteArguments({ folder, temp }: Machine, code = 0): () => readonly string[] {
  const notes = join(temp, 'arguments');
  const program = join(folder, 'node_modules/.bin/conformance');
  writeProgram(program, `printf '%s\\n' "$@" >"${notes}"\nexit ${code}`);
  return () => readFileSync(notes, 'utf8').trimEnd().split('\n');
}

describe.concurrent('ci/generic.sh', () => {
  test('installs the pinned version, runs, and leaves nothing but the reports', async () => {
    const machine = makeMachine();
    const env = settings();
    const { code, stdout } = await generic(machine, [], env).ended;
    expect(code).toBe(0);
    expect(stdout).toContain('CONFORMS (exit 0)');
    expectInstalled(machine);
    expect(readdirSync(machine.temp)).toEqual([]);
    expect(reportOf(machine).summary.outcome).toBe('conforms');
    expect(filesWith(join(machine.folder, '..'), tokenOf(env))).toEqual([]);
  });

  test.each([0, 3, 130])('ends with the exit code of the run, arguments passed on: %i', async (code) => {
    const machine = makeMachine();
    const noted = noteArguments(machine, code);
    expect((await generic(machine, ['--strict', 'a b', '$(id)'], installed).ended).code).toBe(code);
    expect(noted()).toEqual(['run', '--env-file', '/dev/null', '--strict', 'a b', '$(id)']);
  });

  const versions = ['none.tgz', '../0.1.0', '-g', 'http://example.com/suite.tgz'];
  test.each(versions)('refuses to install %j', async (version) => {
    const { code, stderr } = await generic(makeMachine(), [], { SUITE_VERSION: version }).ended;
    expect(code).toBe(2);
    expect(stderr).toContain(`SUITE_VERSION is "${version}". Expected a version`);
  });

  test.each([
    [
      'npm',
      'echo "no such version" >&2; exit 1',
      4,
      /^no such version\n.*@0\.1\.0; nothing was sent\..*\n.*set SUITE_VERSION/,
    ],
    ['node', '[ "$1" = --version ] && echo v18.20.8', 2, /found v18\.20\.8 on the PATH; .*\n.* to node:24/],
  ])('says what to set if %s does not work', async (program, text, code, said) => {
    const machine = makeMachine();
    writeProgram(join(machine.programs, program), text);
    const ended = await generic(machine, [], {}).ended;
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(said)]);
  });

  test('a .env and a .npmrc of the checkout change nothing', async () => {
    const machine = makeMachine();
    writeFileSync(join(machine.folder, '.env'), 'CONFORMANCE_STRICT=perhaps\n');
    writeFileSync(join(machine.folder, '.npmrc'), 'registry=http://127.0.0.1:9/\n');
    expect((await generic(machine, [], settings()).ended).code).toBe(0);
    expect(existsSync(join(machine.folder, '.conformance'))).toBe(false);
  });

  test('a cancelled job: the run ends in good order, with its reports', async () => {
    await using service = await startService(() => undefined);
    const machine = makeMachine();
    const { child, ended } = generic(machine, [], { ...installed, ...aimedAt(service) });
    await until(() => service.calls.length > 0);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(143);
    expect(reportOf(machine).run.cut).toBe(true);
  });
});

describe.concurrent('ci/gitlab.yml', () => {
  test('runs, and leaves every artefact that it names', async () => {
    const machine = makeMachine();
    expect((await gitlab(machine, settings()).ended).code).toBe(0);
    const { paths, reports } = gitlabJob.artifacts;
    for (const path of [...paths, ...Object.values(reports)])
      expect(existsSync(join(machine.folder, path)), path).toBe(true);
    expectInstalled(machine);
  });

  test('an installation that fails is no verdict, and leaves nothing', async () => {
    const machine = makeMachine();
    writeProgram(join(machine.programs, 'npm'), 'exit 1');
    const { code, stderr } = await gitlab(machine, settings()).ended;
    expect([code, stderr]).toEqual([4, expect.stringContaining('set SUITE_VERSION to a version on npm')]);
    expect(readdirSync(machine.temp)).toEqual([]);
  });
});

describe.concurrent('action.yml', () => {
  test.each([
    ['conforms', 0, {}, 'CONFORMS'],
    ['deviates', 1, {}, deviation],
    ['usage', 2, { strict: 'perhaps' }, 'No conformance report'],
  ] as const)(
    '%s: exit %i, %o, with outputs, a summary, the token nowhere',
    async (outcome, code, inputs, shown) => {
      const machine = makeMachine();
      const env = settings(code === 1 ? 1 : 0);
      const ended = await github(machine, { version: 'installed', ...inputs }, env).ended;
      expect(ended.code, ended.stderr).toBe(code);
      const outputs = readFileSync(join(machine.temp, 'output'), 'utf8');
      expect(outputs).toContain(`\n${outcome}\n`);
      expect(outputs.includes('report.json')).toBe(outcome !== 'usage');
      expect(readFileSync(join(machine.temp, 'summary'), 'utf8')).toContain(shown);
      expect(/::error.*delete\.data\.createdAt:format/s.test(ended.stderr)).toBe(outcome === 'deviates');
      expect(ended.stdout + ended.stderr).not.toContain(tokenOf(env));
      expect(filesWith(join(machine.folder, '..'), tokenOf(env))).toEqual([]);
    },
  );

  test('its arguments are one a line, nothing split or expanded, the folder last', async () => {
    const machine = makeMachine();
    const noted = noteArguments(machine);
    const args = '--serial\n\n--delay-ms\n250\n* $HOME `id` "a b"\n';
    await github(machine, { version: 'installed', args, out: 'a b' }, {}).ended;
    const line = ['--serial', '--delay-ms', '250', '* $HOME `id` "a b"', '--out', 'a b'];
    expect(noted()).toEqual(['run', '--env-file', '/dev/null', ...line]);
  });

  const hostile = ['$(touch touched)', '`touch touched`', '"; touch touched; "', "'; touch touched; '"];
  test.each([...hostile, 'x\noutcome=conforms'])('%j in every input stays text', async (text) => {
    const machine = makeMachine();
    const names = Object.keys(action.inputs).filter((name) => !['rule-command', 'version'].includes(name));
    const inputs = Object.fromEntries(names.map((name) => [name, text]));
    const { code } = await github(machine, { ...inputs, version: 'installed' }, {}).ended;
    expect(code).toBe(2);
    expect(existsSync(join(machine.folder, 'touched'))).toBe(false);
    expect(readFileSync(join(machine.temp, 'output'), 'utf8')).toMatch(/^outcome<<(.*)\nusage\n\1\n/);
    expect((await github(machine, { version: text }, settings()).ended).code).toBe(2);
    expect(existsSync(join(machine.folder, 'touched'))).toBe(false);
  });
});
