import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noProxyCases } from '../cases/no-proxy.ts';
import { folderWith, temporaryFolder } from '../support/cli.ts';
import { requestCount } from '../support/conforming.ts';
import { requestsOf as requestsWith } from '../support/engine.ts';
import { goodToken, startService } from '../support/service.ts';
import { aimedAt, type Run, run, without } from './targets.ts';

/** `--plan` says what a run would send, with which settings from where; it sends nothing and runs no command. */

function requestsOf(planned: string): readonly string[] {
  return [...planned.matchAll(/^ {5}([A-Z]+) https?:\/\/[^/]+(\S+)$/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  );
}

interface Both {
  readonly planned: Run;
  readonly sent: readonly string[];
}

/** What is planned, and what the run that follows sends; nothing may have arrived in between. */
async function planThenRun(
  args: readonly string[],
  changes: (env: Record<string, string>) => Record<string, string>,
): Promise<Both> {
  await using service = await startService();
  const env = changes(aimedAt(service));
  const cwd = temporaryFolder();
  const planned = await run([...args, '--plan'], { env, cwd });
  expect(service.calls).toEqual([]);
  expect(planned.files).toBeNull();
  await run([...args, '--serial', '--reporter', 'json'], { env, cwd });
  return { planned, sent: service.calls.map(({ method, path }) => `${method} ${path}`) };
}

describe.concurrent('--plan', () => {
  test('a transformer file without a business data type gets the one that is set', async () => {
    const cwd = folderWith({ 'body.json': '{"name": "n", "action": {"amount": 3.0}}' });
    const env = { ...aimedAt({ baseUrl: 'http://127.0.0.1:9' }), CONFORMANCE_TRANSFORMER_FILE: 'body.json' };
    const { stdout } = await run(['--plan'], { env, cwd });
    expect(stdout).toContain('\n  {"businessDataTypeId":"bdt-1","name": "n", "action": {"amount": 3.0}}\n');
  });

  test.each([
    { name: 'an ordinary run', args: [], changes: {}, requests: requestCount },
    { name: 'repeats', args: ['--repeat', '3'], changes: {}, requests: requestsWith(3) },
    {
      name: 'several rules under a path prefix',
      args: [],
      changes: { CONFORMANCE_AUTOMATION_RULE_ID: 'a-1, b-2,c-3' },
      requests: requestCount + 2,
    },
    {
      name: 'an entity that needs encoding: one segment',
      args: ['--operation', 'put', '--no-unauthorized'],
      changes: { CONFORMANCE_ENTITY_ID: 'Größe;v=1' },
      requests: 1,
    },
    {
      name: 'the DELETE alone',
      args: ['--operation', 'delete', '--no-unauthorized'],
      changes: {},
      requests: 1,
    },
  ])('$name: what is sent afterwards is what was planned', async ({ args, changes, requests }) => {
    const { planned, sent } = await planThenRun(args, (env) => ({
      ...env,
      CONFORMANCE_BASE_URL: `${env['CONFORMANCE_BASE_URL']}/api/v1/`,
      ...changes,
    }));
    expect(planned.code).toBe(0);
    expect(planned.stderr).toBe('');
    expect(sent).toEqual(requestsOf(planned.stdout));
    expect(sent).toHaveLength(requests);
    for (const request of sent)
      expect(request).toMatch(/^(?:PUT|DELETE) \/api\/v1\/entity\/(?:\w+|Gr%C3%B6%C3%9Fe%3Bv%3D1)\//);
  });

  test('each setting with its source, and no secret', async () => {
    const { planned } = await planThenRun(['--repeat', '2'], (env) => env);
    expect(planned.stdout).toMatch(/^ {2}CONFORMANCE_REPEAT = 2 {2}\(flag: --repeat\)$/m);
    expect(planned.stdout).toMatch(
      /^ {2}CONFORMANCE_ENTITY_ID = \w+ {2}\(environment: CONFORMANCE_ENTITY_ID\)$/m,
    );
    expect(planned.stdout).toMatch(/^ {2}CONFORMANCE_TIMEOUT_MS = 10000 {2}\(default\)$/m);
    expect(planned.stdout).toMatch(/^ {2}CONFORMANCE_ACCESS_TOKEN = \(secret, not shown\)/m);
    expect(planned.stdout).not.toContain(goodToken);
  });

  test('a rule command is not run; the run that follows runs it', async () => {
    await using service = await startService();
    const cwd = temporaryFolder();
    const env = {
      ...without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID'),
      CONFORMANCE_RULE_COMMAND: 'echo made >> $TEST_FOLDER/ran; echo aaaabbbbccccddddaaaabbbbccccdddd',
    };
    const { code, stdout } = await run(['--plan'], { env, cwd });
    expect(code).toBe(0);
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
    expect(stdout).toMatch(/DELETE \S+\/automationRule\/ID-PRINTED-BY-CONFORMANCE_RULE_COMMAND$/m);
    expect((await run([], { env, cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'ran'))).toBe(true);
    const deleted = service.calls.findLast(({ operation }) => operation === 'delete');
    expect(deleted?.path).toMatch(/\/automationRule\/aaaabbbbccccddddaaaabbbbccccdddd$/);
  });

  test('nor is a token command', async () => {
    await using service = await startService();
    const cwd = temporaryFolder();
    const env = {
      ...without(aimedAt(service), 'CONFORMANCE_ACCESS_TOKEN'),
      CONFORMANCE_ACCESS_TOKEN_COMMAND: `echo made >> $TEST_FOLDER/ran; echo ${goodToken}`,
    };
    expect((await run(['--plan'], { env, cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
    expect((await run([], { env, cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'ran'))).toBe(true);
  });

  test.each([
    [{}, {}, null],
    [
      { HTTP_PROXY: 'http://u:pass-word-1@127.0.0.1:1' },
      {},
      /^Connection: the proxy in HTTP_PROXY is not used: 127\.0\.0\.1 is this machine/m,
    ],
    [
      { ALL_PROXY: 'http://u:pass-word-1@127.0.0.1:1' },
      { CONFORMANCE_BASE_URL: 'http://service.test' },
      /^Connection: the proxy 127\.0\.0\.1:1 in ALL_PROXY reads every request, the token too\.$/m,
    ],
    [
      { HTTPS_PROXY: 'http://u:pass-word-1@127.0.0.1:1' },
      { CONFORMANCE_BASE_URL: 'https://service.test' },
      /^Connection: the proxy 127\.0\.0\.1:1 in HTTPS_PROXY opens a tunnel for encrypted requests\.$/m,
    ],
    [
      { ALL_PROXY: 'socks5://127.0.0.1:1', no_proxy: 'service.test' },
      { CONFORMANCE_BASE_URL: 'https://service.test' },
      /^Connection: the proxy in ALL_PROXY is not used: NO_PROXY excludes service\.test\.$/m,
    ],
  ])('says how the service is reached: %j', async (proxies, elsewhere, says) => {
    const permissions = { CONFORMANCE_ALLOW_WRITES_TO: 'service.test', CONFORMANCE_ALLOW_HTTP: 'true' };
    const env = { ...aimedAt({ baseUrl: 'http://127.0.0.1:1' }), ...permissions, ...elsewhere, ...proxies };
    const { code, stdout } = await run(['--plan'], { env });
    expect(code).toBe(0);
    if (says === null) expect(stdout).not.toContain('Connection:');
    else expect(stdout.replaceAll('\n  ', ' ')).toMatch(says);
    expect(stdout).not.toContain('pass-word-1');
  });

  test('says what is missing for an operation', async () => {
    const { planned, sent } = await planThenRun([], (env) => without(env, 'CONFORMANCE_AUTOMATION_RULE_ID'));
    expect(planned.stdout).toMatch(/^ {2}no request for delete: no automation rule was set/m);
    expect(sent).toHaveLength(requestCount - 3);
  });

  test('a token in the name of a folder is masked', async () => {
    const env = {
      ...aimedAt({ baseUrl: 'http://127.0.0.1:9' }),
      CONFORMANCE_ACCESS_TOKEN: 'pasted-twice-77',
    };
    const { code, stdout } = await run(['--plan', '--out', 'pasted-twice-77'], { env });
    expect([code, stdout.includes('pasted-twice-77')]).toEqual([0, false]);
  });

  test('of the embedded service', async () => {
    const { code, stdout, files } = await run(['--reference', '--plan']);
    expect({ code, files }).toEqual({ code: 0, files: null });
    expect(requestsOf(stdout)).toHaveLength(requestCount);
  });
});

test.each(noProxyCases)(
  'NO_PROXY means hosts, not spellings: %s, %s: %j',
  async (baseUrl, value, isExempt) => {
    const env = {
      ...aimedAt({ baseUrl }),
      CONFORMANCE_ALLOW_WRITES_TO: new URL(baseUrl).host,
      CONFORMANCE_ALLOW_HTTP: 'true',
      ALL_PROXY: 'http://proxy.test:3128',
      NO_PROXY: value,
    };
    const { code, stdout, stderr } = await run(['--plan'], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(/NO_PROXY\s+excludes/.test(stdout)).toBe(isExempt);
    expect(/the\s+proxy\s+proxy\.test:3128/.test(stdout)).toBe(!isExempt);
  },
);
