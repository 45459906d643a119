import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { envFileCases, mainSlips, oddValues, slips } from '../cases/env-values.ts';
import { conformance, folderWith, temporaryFolder } from '../support/cli.ts';
import { usualMembers } from '../support/run-target.ts';
import { goodToken, startService } from '../support/service.ts';
import { api } from '../support/subject.ts';
import { aimedAt, without } from './targets.ts';

/** What is not certainly the token or the identifier that was meant is refused before anything is sent. */

const names = (text: string) =>
  [...text.matchAll(/^ {2}((?:CONFORMANCE|\w+_PROXY|\w+_proxy)\w*) /gm)].map(([, name]) => name);

test.each(envFileCases)('.env %j', async ({ text, refused, used }) => {
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
  const paths = service.calls
    .filter(({ method }) => method === 'DELETE')
    .map(({ path }) => path.split('/').at(-1));
  if (refused !== undefined) {
    expect({ planned: planned.code, code, calls: service.calls }).toEqual({ planned: 2, code: 2, calls: [] });
    expect([...new Set(names(stderr))]).toEqual(refused);
    return;
  }
  expect(planned.code).toBe(0);
  if (used?.rule !== undefined)
    expect([...new Set(paths)]).toEqual([used.rule].filter((rule) => rule !== null));
  if (used?.token !== undefined)
    expect(service.calls.map(({ headers }) => headers.authorization)).toContain(`Bearer ${used.token}`);
});

const ids = ['CONFORMANCE_ENTITY_ID', 'CONFORMANCE_AUTOMATION_RULE_ID', 'CONFORMANCE_BUSINESS_DATA_TYPE_ID'];
const token = 'CONFORMANCE_ACCESS_TOKEN';
const memberOf = (name: string) =>
  name
    .replace('CONFORMANCE_', '')
    .toLowerCase()
    .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const flagOf = (name: string) => `--${name.replace('CONFORMANCE_', '').toLowerCase().replaceAll('_', '-')}`;
const inQuotes = (value: string) =>
  [`'`, '"', '`'].flatMap((quote) => (value.includes(quote) ? [] : quote + value + quote))[0];

type Env = Readonly<Record<string, string>>;

/** How a value is given: `env` has everything else. */
const places: Readonly<
  Record<string, (name: string, value: string, env: Env) => Promise<{ code: number | null; stderr: string }>>
> = {
  '.env': (name, value, env) =>
    conformance(['run', '--env-file', 'a.env'], {
      env,
      cwd: folderWith({ 'a.env': `${name}=${inQuotes(value)}\n` }),
    }),
  flag: (name, value, env) => conformance(['run', flagOf(name), value], { env }),
};

test.each(slips.flatMap((value) => [...ids, token].map((name) => ({ name, value }))))(
  'in the environment: $name=$value',
  async ({ name, value }) => {
    await using service = await startService();
    const { code, stderr } = await conformance(['run'], { env: { ...aimedAt(service), [name]: value } });
    expect({ code, calls: service.calls, named: names(stderr) }).toEqual({
      code: 2,
      calls: [],
      named: [name],
    });
  },
);

describe.each(mainSlips)('%s', (value) => {
  const rows = [...ids, token].flatMap((name) =>
    Object.entries(places).flatMap(([place, given]) =>
      place === 'flag' && name === token ? [] : [{ name, place, given }],
    ),
  );

  test.each(rows)('as $name: $place', async ({ name, given }) => {
    await using service = await startService();
    const { code, stderr } = await given(name, value, without(aimedAt(service), name));
    expect({ code, calls: service.calls }).toEqual({ code: 2, calls: [] });
    expect(names(stderr)).toEqual([name]);
    expect(stderr).not.toContain(name === token ? value : 'fault of the suite');
  });

  test.each(['_FILE', '_COMMAND'])('as the token: %s', async (suffix) => {
    await using service = await startService();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'token'), `${value}\n`);
    const given = suffix === '_FILE' ? 'token' : `cat '${join(cwd, 'token')}'`;
    const env = { ...without(aimedAt(service), token), [token + suffix]: given };
    const { code, stderr } = await conformance(['run'], { env, cwd });
    expect({ code, calls: service.calls }).toEqual({ code: 2, calls: [] });
    expect(stderr).toContain(token + suffix);
    expect(stderr).not.toContain(value);
  });

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
    expect(code).toBe(2);
    expect(names(stderr)).toContain('CONFORMANCE_BASE_URL');
  });
});

test.each(oddValues)('%s is a value like others', async (value) => {
  await using service = await startService();
  for (const name of [...ids, token]) {
    const { code } = await conformance(['run', '--plan'], { env: { ...aimedAt(service), [name]: value } });
    expect([name, code]).toEqual([name, 0]);
  }
});
