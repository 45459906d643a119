import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aimedAt, without } from '../../commands/targets.ts';
import { conformance, type Finished, folderWith, root, temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';
import { startProxy } from '../../support/proxy.ts';
import { goodToken, type ScriptedService, startService } from '../../support/service.ts';
import { byHand } from '../vitest/by-hand.ts';

/** A stranger's checkout with a `.env` in it, and somebody who has the token in the environment. */

type Env = Readonly<Record<string, string>>;

function envText(env: Env): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** The same service by an address that is not called loopback, though it leads to this machine. */
function elsewhere({ baseUrl }: ScriptedService): Env {
  const url = baseUrl.replace('127.0.0.1', '0.0.0.0');
  return {
    ...without(aimedAt({ baseUrl: url }), 'CONFORMANCE_ACCESS_TOKEN'),
    CONFORMANCE_ALLOW_WRITES_TO: new URL(url).host,
    CONFORMANCE_ALLOW_HTTP: 'true',
  };
}

const token: Env = { CONFORMANCE_ACCESS_TOKEN: goodToken };

type Start = (cwd: string, env: Env) => Promise<Finished>;

const starts: Readonly<Record<string, Start>> = {
  run: (cwd, env) => conformance(['run'], { cwd, env }),
  'run --plan': (cwd, env) => conformance(['run', '--plan'], { cwd, env }),
  doctor: (cwd, env) => conformance(['doctor'], { cwd, env }),
  'doctor --json': (cwd, env) => conformance(['doctor', '--json'], { cwd, env }),
  'init --print': (cwd, env) => conformance(['init', '--print', 'shell'], { cwd, env }),
  'vitest by hand': (cwd, env) => byHand(['run'], { ...env, CONFORMANCE_LIVE: '1' }, { cwd }),
};

describe.concurrent.each(Object.entries(starts))('%s beside a token of the environment', (name, start) => {
  /** Under vitest a refusal is a failed test. */
  const refused = name.startsWith('vitest') ? 1 : 2;

  test('a .env that says where it goes, through whom, and what is deleted: refused, all lines at once', async () => {
    await using proxy = await startProxy({});
    await using service = await startService();
    const cwd = temporaryFolder();
    const found = { ...elsewhere(service), HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
    writeFileSync(join(cwd, '.env'), envText(found));
    const { code, stdout, stderr } = await start(cwd, token);
    const said = (stdout + stderr).replaceAll(/\s+/g, ' ');
    expect(code, said).toBe(refused);
    for (const [at, setting] of Object.keys(found).entries())
      expect(said).toContain(`.env, line ${at + 1}: ${setting}=`);
    expect(said).toMatch(/--env-file[= ]\.env/);
    expect(said).not.toContain(goodToken);
    expect(service.calls).toEqual([]);
    expect(readdirSync(cwd)).toEqual(['.env']);

    expect(proxy.log).toEqual([]);
  });

  test('a command in it is not run, whatever the service', async () => {
    const cwd = temporaryFolder();
    const env = without(aimedAt({ baseUrl: 'http://127.0.0.1:9' }), 'CONFORMANCE_ACCESS_TOKEN');
    writeFileSync(
      join(cwd, '.env'),
      envText({ CONFORMANCE_ACCESS_TOKEN_COMMAND: 'echo >> ran; echo token-123' }),
    );
    const { code, stdout, stderr } = await start(cwd, env);
    expect(code).toBe(refused);
    expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain('(secret, not shown) (a command)');
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });
});

describe.concurrent('with the token in the environment', () => {
  test('a .env that is the operator’s own, beside a service on loopback, is taken', async () => {
    await using service = await startService();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), envText(without(aimedAt(service), 'CONFORMANCE_ACCESS_TOKEN')));
    expect((await conformance(['run'], { cwd, env: token })).code).toBe(0);
    expect(service.calls).toHaveLength(requestCount);
  });

  test.each(['run', 'run --plan', 'doctor'])('%s: the file by its name is taken', async (line) => {
    await using service = await startService();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), envText(elsewhere(service)));
    const { code, stderr } = await conformance([...line.split(' '), '--env-file', '.env'], {
      cwd,
      env: token,
    });
    expect(code, stderr).toBe(0);
  });

  test('vitest by hand: the command that is told is taken', async () => {
    await using service = await startService();
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), envText(elsewhere(service)));
    const env = { ...token, CONFORMANCE_LIVE: '1', NO_COLOR: '1' };
    const { stdout, stderr } = await byHand(['run'], env, { cwd });
    const told = /If you trust the whole file: {2}(node .*)$/m.exec(stdout + stderr)?.[1] ?? '';
    const ended = await inShell(told, cwd, env);
    expect(ended.code, ended.output).toBe(0);
    expect(service.calls).toHaveLength(requestCount);
  });

  test('a token file, that file and all, is replaced as one', async () => {
    await using service = await startService();
    const cwd = folderWith({ token: 'another-token-1\n' });
    const { CONFORMANCE_ACCESS_TOKEN: _, ...rest } = aimedAt(service);
    writeFileSync(join(cwd, '.env'), envText({ ...rest, CONFORMANCE_ACCESS_TOKEN_FILE: 'token' }));
    const { code, stderr } = await conformance(['run'], { cwd, env: token });
    expect(code, stderr).toBe(0);
    expect(JSON.stringify(service.calls)).not.toContain('another-token-1');
  });
});

/** A shell line as somebody would copy it, with the command on the path. */
async function inShell(line: string, cwd: string, env: Env) {
  const programs = temporaryFolder();
  const main = join(root, 'dist/src/cli/main.js');
  writeFileSync(join(programs, 'conformance'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, {
    mode: 0o755,
  });
  const path = `${programs}:${dirname(process.execPath)}:${process.env['PATH']}`;
  const child = spawn('sh', ['-c', line], { cwd, env: { PATH: path, HOME: cwd, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

const ways: Readonly<Record<string, { args: readonly string[]; prepare?: (cwd: string) => void; env: Env }>> =
  {
    'the token comes later': { args: ['--token-later'], env: token },
    'a token file beside it': {
      args: ['--token-file', 'token'],
      prepare: (cwd) => writeFileSync(join(cwd, 'token'), goodToken),
      env: {},
    },
    'a token file elsewhere': {
      args: ['--token-file', '../secrets/token'],
      prepare: (cwd) => {
        mkdirSync(join(cwd, '../secrets'));
        writeFileSync(join(cwd, '../secrets/token'), goodToken);
      },
      env: {},
    },
    'a token file that is a link': {
      args: ['--token-file', 'token'],
      prepare: (cwd) => {
        writeFileSync(join(cwd, '../token'), goodToken);
        symlinkSync('../token', join(cwd, 'token'));
      },
      env: {},
    },
  };

const everyWay = Object.keys(ways).map((way) => [way, 'staging'] as const);

test.concurrent.each([...everyWay, ['the token comes later', 'this machine'] as const])(
  'what init writes and tells works: %s, a service on %s',
  async (way, where) => {
    const { args = [], prepare = () => undefined, env = {} } = ways[way] ?? {};
    await using service = await startService();
    const cwd = join(temporaryFolder(), 'checkout');
    mkdirSync(cwd);
    prepare(cwd);
    const aimed = where === 'staging' ? elsewhere(service) : aimedAt(service);
    const written = await conformance([...initFlags(aimed), ...args], { cwd });
    expect(written.code, written.stderr).toBe(0);
    const next = /Next:\n\n([\s\S]*)$/.exec(written.stdout)?.[1] ?? '';
    const line = next.split('\n').filter((told) => /^ {2}conformance /.test(told));
    expect(line).toHaveLength(1);
    const ended = await inShell(line.join(), cwd, env);
    expect(ended.code, ended.output).toBe(0);
    expect(service.calls).toHaveLength(requestCount);
    const again = await inShell((line[0] ?? '').replace(' run', ' doctor'), cwd, env);
    expect(again.code, again.output).toBe(0);
  },
);

function initFlags(aimed: Env): readonly string[] {
  return [
    'init',
    ...['--base-url', aimed['CONFORMANCE_BASE_URL'] ?? ''],
    ...['--entity-id', aimed['CONFORMANCE_ENTITY_ID'] ?? ''],
    ...['--business-data-type-id', aimed['CONFORMANCE_BUSINESS_DATA_TYPE_ID'] ?? ''],
    ...['--automation-rule-id', aimed['CONFORMANCE_AUTOMATION_RULE_ID'] ?? ''],
    ...(aimed['CONFORMANCE_ALLOW_WRITES_TO'] === undefined
      ? []
      : ['--allow-writes-to', aimed['CONFORMANCE_ALLOW_WRITES_TO'], '--allow-http']),
  ];
}

test('a stranger’s lines are not printed as settings of a job', async () => {
  await using service = await startService();
  const cwd = temporaryFolder();
  const before = 'HTTP_PROXY=http://stranger.invalid:1\n';
  writeFileSync(join(cwd, '.env'), before);
  const args = [...initFlags(elsewhere(service)), '--print', 'shell', '--token-later'];
  const { code, stdout, stderr } = await conformance(args, { cwd });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('.env, line 1: HTTP_PROXY=http://stranger.invalid:1');
  expect(stderr).toContain(`conformance ${args.join(' ')} --env-file .env`);
  expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe(before);
});
