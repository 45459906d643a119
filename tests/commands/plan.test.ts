import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noProxyCases } from '../cases/no-proxy.ts';
import { folderWith, temporaryFolder } from '../support/cli.ts';
import { requestCount } from '../support/conforming.ts';
import { requestsOf as requestsWith } from '../support/engine.ts';
import { goodToken, startService } from '../support/service.ts';
import { aimedAt, run, without } from './targets.ts';

/** `--plan` says what a run would send, with which settings from where; it sends nothing and runs no command. */

const requestsOf = (planned: string): readonly string[] =>
  [...planned.matchAll(/^ {5}([A-Z]+) https?:\/\/[^/]+(\S+)$/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  );

const nowhere = aimedAt({ baseUrl: 'http://127.0.0.1:9' });

/** What is planned, and what the run that follows sends; nothing may have arrived in between. */
async function planThenRun(
  args: readonly string[],
  changes: (env: Record<string, string>) => Record<string, string> = (env) => env,
) {
  await using service = await startService();
  const env = changes(aimedAt(service));
  const cwd = temporaryFolder();
  const planned = await run([...args, '--plan'], { env, cwd });
  expect(service.calls).toEqual([]);
  expect([planned.files, existsSync(join(cwd, 'ran'))]).toEqual([null, false]);
  const ended = await run([...args, '--serial', '--reporter', 'json'], { env, cwd });
  const sent = service.calls.map(({ method, path }) => `${method} ${path}`);
  return { planned, sent, code: ended.code, hasRun: existsSync(join(cwd, 'ran')) };
}

describe.concurrent('--plan', () => {
  test('a transformer file without a business data type gets the one that is set', async () => {
    const cwd = folderWith({ 'body.json': '{"name": "n", "action": {"amount": 3.0}}' });
    const env = { ...nowhere, CONFORMANCE_TRANSFORMER_FILE: 'body.json' };
    const { stdout } = await run(['--plan'], { env, cwd });
    expect(stdout).toContain('\n  {"businessDataTypeId":"bdt-1","name": "n", "action": {"amount": 3.0}}\n');
  });

  test.each([
    [[], {}, requestCount],
    [['--repeat', '3'], {}, requestsWith(3)],
    [[], { CONFORMANCE_AUTOMATION_RULE_ID: 'a-1, b-2,c-3' }, requestCount + 2],
    [['--operation', 'put', '--no-unauthorized'], { CONFORMANCE_ENTITY_ID: 'Größe;v=1' }, 1],
    [['--operation', 'delete', '--no-unauthorized'], {}, 1],
  ])('%j, %j: what is sent afterwards is what was planned', async (args, changes, requests) => {
    const { planned, sent } = await planThenRun(args, (env) => ({
      ...env,
      CONFORMANCE_BASE_URL: `${env['CONFORMANCE_BASE_URL']}/api/v1/`,
      ...changes,
    }));
    expect(planned).toMatchObject({ code: 0, stderr: '' });
    expect(sent).toEqual(requestsOf(planned.stdout));
    expect(sent).toHaveLength(requests);
    for (const request of sent)
      expect(request).toMatch(/^(?:PUT|DELETE) \/api\/v1\/entity\/(?:\w+|Gr%C3%B6%C3%9Fe%3Bv%3D1)\//);
  });

  test('each setting with its source, and no secret', async () => {
    const { planned } = await planThenRun(['--repeat', '2']);
    expect(planned.stdout).toMatch(/^ {2}CONFORMANCE_REPEAT = 2 {2}\(flag: --repeat\)$/m);
    expect(planned.stdout).toMatch(
      /^ {2}CONFORMANCE_ENTITY_ID = \w+ {2}\(environment: CONFORMANCE_ENTITY_ID\)$/m,
    );
    expect(planned.stdout).toMatch(/^ {2}CONFORMANCE_TIMEOUT_MS = 10000 {2}\(default\)$/m);
    expect(planned.stdout).toMatch(/^ {2}CONFORMANCE_ACCESS_TOKEN = \(secret, not shown\)/m);
    expect(planned.stdout).not.toContain(goodToken);
  });

  test.each([
    ['CONFORMANCE_AUTOMATION_RULE_ID', 'CONFORMANCE_RULE_COMMAND', 'aaaabbbbccccddddaaaabbbbccccdddd'],
    ['CONFORMANCE_ACCESS_TOKEN', 'CONFORMANCE_ACCESS_TOKEN_COMMAND', goodToken],
  ])('in place of %s, %s is not run; the run that follows runs it', async (name, command, printed) => {
    const { planned, sent, code, hasRun } = await planThenRun([], (env) => ({
      ...without(env, name),
      [command]: `echo made >> $TEST_FOLDER/ran; echo ${printed}`,
    }));
    expect([planned.code, code, hasRun]).toEqual([0, 0, true]);
    if (printed === goodToken) return;
    expect(requestsOf(planned.stdout).at(-1)).toMatch(
      /\/automationRule\/ID-PRINTED-BY-CONFORMANCE_RULE_COMMAND$/,
    );
    expect(sent.at(-1)).toMatch(/^DELETE \S+\/automationRule\/aaaabbbbccccddddaaaabbbbccccdddd$/);
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
    const env = { ...nowhere, ...permissions, ...elsewhere, ...proxies };
    const { code, stdout } = await run(['--plan'], { env });
    expect([code, stdout.includes('pass-word-1'), stdout.includes('Connection:')]).toEqual([
      0,
      false,
      says !== null,
    ]);
    if (says !== null) expect(stdout.replaceAll('\n  ', ' ')).toMatch(says);
  });

  test('says what is missing for an operation', async () => {
    const { planned, sent } = await planThenRun([], (env) => without(env, 'CONFORMANCE_AUTOMATION_RULE_ID'));
    expect(planned.stdout).toMatch(/^ {2}no request for delete: no automation rule was set/m);
    expect(sent).toHaveLength(requestCount - 3);
  });

  test('a token in the name of a folder is masked', async () => {
    const env = { ...nowhere, CONFORMANCE_ACCESS_TOKEN: 'pasted-twice-77' };
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
