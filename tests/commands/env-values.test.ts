import { describe, expect, test } from 'vitest';
import { envFileCases, foundEnvCases, ids, mainSlips, oddValues, slips } from '../cases/env-values.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { usualMembers } from '../support/run-target.ts';
import { goodToken, startService } from '../support/service.ts';
import { api } from '../support/subject.ts';
import { aimedAt, without } from './targets.ts';

/** What is not certainly the token or the identifier that was meant is refused before anything is sent. */

const names = (text: string) =>
  [...text.matchAll(/^ {2}((?:CONFORMANCE|\w+_PROXY|\w+_proxy)\w*) /gm)].map(([, name]) => name);

test.each(envFileCases)('.env %j', async ({ text, refused, rule, token: used }) => {
  await using service = await startService();
  const own = text.replaceAll('SERVICE', service.baseUrl);
  const usual = without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID');
  const others = Object.entries(usual).filter(([name]) => !own.includes(name));
  const file = [...others.map(([name, value]) => `${name}='${value}'`), own, ''].join('\n');
  const cwd = folderWith({
    'test.env': own.startsWith('\uFEFF') ? `\uFEFF${file.replace('\uFEFF', '')}` : file,
  });
  const args = ['run', '--env-file', 'test.env', '--reporter', 'json'];
  const planned = await conformance([...args, '--plan'], { cwd });
  expect(service.calls).toEqual([]);
  const { code, stderr } = await conformance(args, { cwd });
  if (refused !== undefined) {
    expect({ planned: planned.code, code, calls: service.calls }).toEqual({ planned: 2, code: 2, calls: [] });
    expect([...new Set(names(stderr))]).toEqual([refused]);
    return;
  }
  expect(planned.code).toBe(0);
  const deletes = service.calls.filter(({ method }) => method === 'DELETE');
  const deleted = new Set(deletes.map(({ path }) => path.split('/').at(-1)));
  if (rule !== undefined) expect([...deleted]).toEqual(rule === null ? [] : [rule]);
  if (used !== undefined)
    expect(service.calls.map(({ headers }) => headers.authorization)).toContain(`Bearer ${used}`);
});

const token = 'CONFORMANCE_ACCESS_TOKEN';
const words = (name: string) => name.replace('CONFORMANCE_', '').toLowerCase();
const memberOf = (name: string) =>
  words(name).replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const inQuotes = (value: string) =>
  [`'`, '"', '`'].flatMap((quote) => (value.includes(quote) ? [] : quote + value + quote))[0];

/** How a value is given beside everything else: in each way, that name is refused. */
const places: Readonly<Record<string, (name: string, value: string) => Parameters<typeof conformance>>> = {
  environment: (name, value) => [['run'], { env: { [name]: value } }],
  '.env': (name, value) => [
    ['run', '--env-file', 'a.env'],
    { cwd: folderWith({ 'a.env': `${name}=${inQuotes(value)}\n` }) },
  ],
  flag: (name, value) => [['run', `--${words(name).replaceAll('_', '-')}`, value]],
  file: (name, value) => [
    ['run'],
    { cwd: folderWith({ token: `${value}\n` }), env: { [`${name}_FILE`]: 'token' } },
  ],
  command: (name, value) => [
    ['run'],
    { cwd: folderWith({ token: `${value}\n` }), env: { [`${name}_COMMAND`]: 'cat "$TEST_FOLDER/token"' } },
  ],
};
const isIn = (place: string, name: string) =>
  name === token ? place !== 'flag' : !/^(?:file|command)$/.test(place);
const rows = Object.keys(places).flatMap((place) =>
  [...ids, token]
    .filter((name) => isIn(place, name))
    .flatMap((name) =>
      (place === 'environment' ? slips : mainSlips).map((value) => [place, name, value] as const),
    ),
);

test.each(rows)('%s: %s as %s', async (place, name, value) => {
  await using service = await startService();
  const [args, options = {}] = places[place]?.(name, value) ?? [[]];
  const env = { ...without(aimedAt(service), name), ...options.env };
  const { code, stderr } = await conformance(args, { ...options, env });
  expect({ code, calls: service.calls }).toEqual({ code: 2, calls: [] });
  expect(stderr).not.toContain('fault of the suite');
  if (name === token) expect(stderr).not.toContain(value);
  if (place === 'file' || place === 'command') expect(stderr).toContain(`${name}_${place.toUpperCase()}`);
  else expect(names(stderr)).toEqual([name]);
});

describe.each(mainSlips)('%s', (value) => {
  test.each([...ids, token].map(memberOf))('as %s of a program', async (member) => {
    await using service = await startService();
    const usual = { baseUrl: service.baseUrl, accessToken: goodToken, entityId: 'entity-1', ...usualMembers };
    const refused = api.run({ ...usual, [member]: value });
    await expect(refused).rejects.toMatchObject({ name: 'SettingsError', problems: [{ setting: member }] });
    expect(service.calls).toEqual([]);
  });

  test('as a base URL', async () => {
    const env = { ...aimedAt({ baseUrl: value }), CONFORMANCE_ALLOW_WRITES_TO: 'a.test' };
    const { code, stderr } = await conformance(['run'], { env });
    expect([code, names(stderr).includes('CONFORMANCE_BASE_URL')]).toEqual([2, true]);
  });
});

test.each(oddValues)('%s is a value like others', async (value) => {
  await using service = await startService();
  for (const name of [...ids, token]) {
    const { code } = await conformance(['run', '--plan'], { env: { ...aimedAt(service), [name]: value } });
    expect([name, code]).toEqual([name, 0]);
  }
});

describe('a .env that was found in the folder', () => {
  const left =
    /^conformance: \.env in this folder was not read, because (\w+) is set in the environment\. .*: --env-file \.env$/gm;

  /** Each with a wrong value on its command line, or without settings that it needs, so that it ends at once. */
  const commands = ['run --plan', 'explore --plan', 'doctor --json', 'watch --upstream nonsense'];

  test.each(commands.flatMap((line) => foundEnvCases.map((one) => [line, one] as const)))(
    '%s: %j',
    async (line, { env = {}, dotenv, named, becomes }) => {
      const cwd = folderWith({
        token: goodToken,
        'other.env': `${token}=${goodToken}\n`,
        // What is read has a problem by which it is seen.
        ...(dotenv === undefined ? {} : { '.env': `${dotenv}CONFORMANCE_CA_FILE=no-such-file.pem\n` }),
      });
      const naming = named === undefined ? [] : ['--env-file', named];
      const { stdout, stderr } = await conformance([...line.split(' '), ...naming], { cwd, env });
      expect((stdout + stderr).includes('no-such-file.pem')).toBe(becomes === 'read');
      const told = [...stderr.matchAll(left)].map(([, variable]) => variable);
      expect(told).toEqual(becomes === 'left' ? Object.keys(env) : []);
    },
  );

  test('with the token of a CI job beside it, it gives no target, no rule and no proxy', async () => {
    await using service = await startService();
    await using elsewhere = await startService();
    const cwd = folderWith({
      '.env': `${Object.entries(aimedAt(elsewhere))
        .filter(([name]) => name !== token)
        .map(([name, value]) => `${name}='${value}'`)
        .join('\n')}\nHTTP_PROXY=${elsewhere.baseUrl}\n`,
    });
    const bare = await conformance(['run'], { cwd, env: { [token]: goodToken } });
    expect([bare.code, names(bare.stderr)]).toEqual([2, expect.arrayContaining(['CONFORMANCE_BASE_URL'])]);
    const env = without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID');
    // Without a rule, the DELETE is not judged.
    expect((await conformance(['run', '--reporter', 'json'], { cwd, env })).code).toBe(3);
    expect(service.calls.some(({ method }) => method === 'DELETE')).toBe(false);
    expect(elsewhere.calls).toEqual([]);
    await conformance(['run', '--env-file', '.env'], { cwd, env: { [token]: goodToken } });
    expect(elsewhere.calls.length).toBeGreaterThan(0);
  });
});
