import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, temporaryFolder } from '../support/cli.ts';
import { automationRuleId, entityId } from '../support/conforming.ts';
import { listening } from '../support/free-port.ts';
import { partsOf, textOf } from '../support/markdown.ts';
import { goodToken, startService } from '../support/service.ts';
import { aimedAt, run, without } from './targets.ts';

/** CONFORMANCE_RULE_COMMAND and CONFORMANCE_CLEANUP_COMMAND: what they see, and those of docs/ci.md. */

const settingsOf = (service: { readonly baseUrl: string }) =>
  without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID');

/** Keeps what it sees, and prints the rule. */
const keep = [
  'env | grep ^CONFORMANCE_ | sort > $TEST_FOLDER/seen.txt',
  'ls -l "$CONFORMANCE_ACCESS_TOKEN_FILE" | cut -c1-10 > $TEST_FOLDER/mode.txt',
  'cat "$CONFORMANCE_ACCESS_TOKEN_FILE" > $TEST_FOLDER/token.txt',
  `echo ${automationRuleId}`,
].join('; ');

function seenIn(folder: string) {
  const lines = readFileSync(join(folder, 'seen.txt'), 'utf8').trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
}

test.each(['a file of variables', 'flags'])('it has the settings of the run, from %s', async (source) => {
  await using service = await startService();
  const all = {
    ...without(settingsOf(service), 'CONFORMANCE_BUSINESS_DATA_TYPE_ID'),
    CONFORMANCE_RULE_COMMAND: keep,
    CONFORMANCE_TRANSFORMER_FILE: 'body.json',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}='${value}'\n`);
  const body = '{"businessDataTypeId":"bdt-1","conditions":[]}';
  const cwd = folderWith({ 'body.json': body, 'staging.env': lines.join('') });
  const others = { CONFORMANCE_BASE_URL: 'http://127.0.0.1:1', CONFORMANCE_ENTITY_ID: 'another' };
  if (source === 'flags')
    await run(['--base-url', service.baseUrl, '--entity-id', entityId], { cwd, env: { ...all, ...others } });
  else await run(['--env-file', 'staging.env'], { cwd, env: { CONFORMANCE_BASE_URL: '' } });
  const seen = seenIn(cwd);
  expect(seen).toMatchObject({
    CONFORMANCE_BASE_URL: service.baseUrl,
    CONFORMANCE_ENTITY_ID: entityId,
    CONFORMANCE_TRANSFORMER_FILE: join(cwd, 'body.json'),
  });
  expect(seen).not.toHaveProperty('CONFORMANCE_RULE_COMMAND');
  expect(readFileSync(join(cwd, 'token.txt'), 'utf8')).toBe(goodToken);
  expect(readFileSync(join(cwd, 'mode.txt'), 'utf8')).toBe('-rw-------\n');
  expect(existsSync(seen['CONFORMANCE_ACCESS_TOKEN_FILE'] ?? '')).toBe(false);
});

test('the command that cleans up sees the same, and reads what the run has left', async () => {
  await using service = await startService();
  const cwd = temporaryFolder();
  const command = `cat > "$TEST_FOLDER/effects.json"; ${keep}`;
  const env = { ...aimedAt(service), CONFORMANCE_CLEANUP_COMMAND: command };
  const { code, report } = await run([], { cwd, env });
  const { effects, run: info } = report();
  const given = JSON.parse(readFileSync(join(cwd, 'effects.json'), 'utf8'));
  expect([code, given]).toEqual([0, { runId: info.id, baseUrl: service.baseUrl, entityId, effects }]);
  expect(effects).toMatchObject([{ operation: 'put' }, { operation: 'delete', id: automationRuleId }]);
  expect(readFileSync(join(cwd, 'token.txt'), 'utf8')).toBe(goodToken);
});

test('it is not run where nothing was left, or nothing was sent', async () => {
  const cwd = temporaryFolder();
  const env = { ...aimedAt({ baseUrl: 'http://127.0.0.1:1' }), CONFORMANCE_CLEANUP_COMMAND: keep };
  expect((await run([], { cwd, env })).code).toBe(3);
  const planned = await run(['--plan'], { cwd, env });
  expect(planned.stdout).toContain('Afterwards the command in CONFORMANCE_CLEANUP_COMMAND is run');
  expect(existsSync(join(cwd, 'seen.txt'))).toBe(false);
});

const page = textOf('docs/ci.md');
const [, sketch = ''] = /```bash\n(#!\/bin\/sh\n# scripts\/create-rule\.sh[\s\S]*?)```/.exec(page) ?? [];

/** Programs in place of curl and jq, which few machines of a build service lack and no test may need. */
function programs(folder: string, curl: string, jq: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const [name, text] of Object.entries({ curl, jq }))
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return bin;
}

const sends = `cat > "$TEST_FOLDER/header.txt"; echo "$@" > "$TEST_FOLDER/arguments.txt"; echo '{}'`;
const failing = 'cat >/dev/null; echo "curl: (22) The requested URL returned error: 404" >&2; exit 22';
const finds = `cat >/dev/null; echo ${automationRuleId}`;
// With --exit-status, jq prints what it does not find, and ends with 1.
const findsNone = 'cat >/dev/null; echo null; exit 1';

test.each([
  ['makes a rule', sends, finds, 0, null],
  ['curl fails', failing, finds, 3, /exit code 22; its standard error: curl: \(22\) The requested/],
  ['jq finds no id', sends, findsNone, 3, /ended with exit code 1$/],
])('the sketch in docs/ci.md: %s', async (_, curl, jq, code, why) => {
  await using service = await startService();
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'create-rule.sh'), sketch, { mode: 0o755 });
  const PATH = `${programs(cwd, curl, jq)}:${process.env['PATH']}`;
  const command = { CONFORMANCE_RULE_COMMAND: `sh '${join(cwd, 'create-rule.sh')}'` };
  const ended = await run([], { cwd, env: { ...settingsOf(service), ...command, PATH, TEST_FOLDER: cwd } });
  expect(ended.code, ended.stderr).toBe(code);
  if (why !== null) expect(ended.report().summary.reasons[0]).toMatch(why);
  if (code !== 0) return;
  expect(readFileSync(join(cwd, 'header.txt'), 'utf8')).toBe(`Authorization: Bearer ${goodToken}`);
  const given = readFileSync(join(cwd, 'arguments.txt'), 'utf8');
  expect(given).toContain(`${service.baseUrl}/entity/${entityId}/`);
  expect(given).not.toContain(goodToken);
});

/** The endpoints in docs/ci.md that make a rule, each in as much of its framework as it uses. */
const blocks = partsOf(page).blocks.filter(({ language }) => language === 'js');

type Incoming = { readonly params: { readonly entityId: string } };
type Handler = (request: Incoming, response: object) => Promise<unknown>;

/** How a framework sends what a handler gives it. */
const frameworks: Readonly<Record<string, (...given: [Handler, Incoming, ServerResponse]) => unknown>> = {
  '// Express': (handler, request, response) => {
    const sending = {
      type: (name: string) => {
        response.setHeader('Content-Type', `${name}/plain`);
        return sending;
      },
      send: (text: string) => response.end(text),
    };
    return handler(request, sending);
  },
  '// Fastify': async (handler, request, response) => response.end(await handler(request, {})),
};

/** What a block registers at this stage: paths with their handlers. */
function registered(lines: readonly string[], stage: string, createRule: unknown) {
  const handlers = new Map<string, Handler>();
  const app = { post: (path: string, handler: Handler) => handlers.set(path, handler) };
  const register = new Function('app', 'createRule', 'process', lines.join('\n'));
  register(app, createRule, { env: { STAGE: stage } });
  return handlers;
}

test('docs/ci.md has an endpoint for each framework', () =>
  expect(blocks.map(({ lines: [first] }) => first)).toEqual(Object.keys(frameworks)));

test.each(blocks)(
  'the endpoint at docs/ci.md:$line makes the rule of a run, in staging',
  async ({ lines }) => {
    expect(registered(lines, 'production', null).size).toBe(0);
    const made: unknown[] = [];
    const createRule = async (rule: unknown) => {
      made.push(rule);
      return { automationRuleId };
    };
    const [[path = '', handler] = []] = registered(lines, 'staging', createRule);
    const respond = frameworks[lines[0] ?? ''];
    if (respond === undefined || handler === undefined) throw new Error('nothing is registered');
    const matching = new RegExp(`^${path.replace(':entityId', '(?<entityId>[^/]+)')}$`);
    const server = createServer((request, response) => {
      const id = matching.exec(request.url ?? '')?.groups?.['entityId'];
      if (request.method !== 'POST' || id === undefined) response.writeHead(404).end();
      else void respond(handler, { params: { entityId: id } }, response);
    });
    const port = await listening(server);
    const calls = `fetch("http://127.0.0.1:${port}/entity/"+process.env.CONFORMANCE_ENTITY_ID+"/conformance-rule",{method:"POST"})`;
    const command = `'${process.execPath}' -e '${calls}.then(async (r) => process.stdout.write(await r.text()))'`;
    await using service = await startService();
    const ended = await run([], { env: { ...settingsOf(service), CONFORMANCE_RULE_COMMAND: command } });
    expect(ended.code, ended.stdout + ended.stderr).toBe(0);
    expect(made).toEqual([{ entityId }]);
    await new Promise((closed) => server.close(closed));
  },
);
