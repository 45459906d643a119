import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { aimedAt, everythingOf, problemsLeftBy } from '../attacks/outputs.ts';
import { row, run, runProcess, until, without } from '../commands/targets.ts';
import { authority } from '../support/certificates.ts';
import { folderWith, startConformance, temporaryFolder } from '../support/cli.ts';
import { entityId, requestCount } from '../support/conforming.ts';
import { sampleOf } from '../support/properties.ts';
import { startProxy, startTlsFront } from '../support/proxy.ts';
import { goodToken, replacing, type Script, sendPrepared, startService } from '../support/service.ts';
import type { Report } from '../support/subject.ts';
import { readableFrom } from './echoes.ts';

/** Where a secret has no business to be: verdicts, arguments, other processes, debug output. */

const secretsSeen = ({ observations }: Report) =>
  observations.find(({ id }) => id === 'question.response.secrets')?.answer;

describe.concurrent('what was masked is not judged', () => {
  test('the token as a timestamp, as a name, as an identifier of a request', async () => {
    const script: Script = (call, ...others) => {
      const key = call.operation === 'put' ? 'name' : 'createdAt';
      replacing(new RegExp(`"${key}":"[^"]*"`), `"${key}":"${goodToken}"`)(call, ...others);
    };
    await using service = await startService(script);
    const ended = await run([], { env: aimedAt(service) });
    const report = ended.report();
    expect([ended.code, report.summary.stated.deviates]).toEqual([3, 0]);
    for (const id of ['put.data.name:echo', 'delete.data.createdAt:format'])
      expect(row(report, id)).toMatchObject({
        verdict: 'not-exercised',
        reason: 'its value contained a secret, which was masked, so it was not judged',
      });
    for (const id of ['put.data.name:type', 'delete.data.createdAt:type', 'delete.data.createdAt:presence'])
      expect(row(report, id).verdict, id).toBe('conforms');
    for (const place of ['createdAt of delete-authorised', 'name of put-authorised'])
      expect(secretsSeen(report)).toContain(`access token in the body at /data/${place}`);
    expect(Object.values(everythingOf(ended)).join()).not.toContain(goodToken);
  });

  test('a secret of somebody else, by its key: masked, and the run conforms', async () => {
    const theirs =
      '"data":{"clientSecret":"their-secret-1","password":"their-word-2","auth":{"refresh_token":"their-token-3"},';
    await using service = await startService((call, prepared, ...others) => {
      const headers = { ...prepared.headers, 'set-cookie': 'sid=their-session' };
      replacing('"data":{', theirs)(call, { ...prepared, headers }, ...others);
    });
    const ended = await run([], { env: aimedAt(service) });
    expect(ended.code).toBe(0);
    for (const [name, text] of Object.entries(everythingOf(ended)))
      expect(text, name).not.toMatch(/their-(?:session|secret-1|word-2|token-3)/);
    for (const part of [
      'set-cookie in the header set-cookie of ',
      'secret in the body at /data/clientSecret',
    ])
      expect(secretsSeen(ended.report())).toContain(part);
  });
});

/** Processes that a process has started, as Linux tells it. */
function childrenOf(pid: number): readonly number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const listed = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'));
  return listed.join(' ').split(/\s+/).filter(Boolean).map(Number);
}

function ofProcess(pid: number, name: 'cmdline' | 'environ'): string {
  return existsSync(`/proc/${pid}/${name}`) ? readFileSync(`/proc/${pid}/${name}`, 'latin1') : '';
}

describe.runIf(existsSync('/proc/self/task'))('the processes of a run', () => {
  test('hold the token neither in arguments nor in the environment, and start no other', async () => {
    const held: (() => void)[] = [];
    await using service = await startService((_, prepared, response) =>
      held.length < 99 ? void held.push(() => sendPrepared(prepared, response)) : undefined,
    );
    const cwd = folderWith({ 'token.txt': goodToken });
    const rest = without(aimedAt(service), 'CONFORMANCE_ACCESS_TOKEN');
    const env = { ...rest, CONFORMANCE_ACCESS_TOKEN_FILE: 'token.txt' };
    const started = startConformance(['run', '--timeout-ms', '20000', '--serial'], { cwd, env });
    const seen: string[] = [];
    for (let answered = 0; answered < requestCount; answered += 1) {
      await until(() => held.length > answered);
      for (const pid of [started.pid, ...childrenOf(started.pid)])
        seen.push(ofProcess(pid, 'cmdline'), ofProcess(pid, 'environ'));
      held[answered]?.();
    }
    expect((await started.ended).code).toBe(0);
    expect(seen).toHaveLength(2 * requestCount);
    expect(seen[0]).toContain('--serial');
    for (const text of seen) expect(readableFrom(text, [goodToken])).toEqual([]);
  });
});

const credentials = 'operator:proxy-passw0rd-77';

test('debug output that the environment asks for holds no secret', async () => {
  const service = await startService();
  const front = await startTlsFront(service.baseUrl, authority.server);
  const proxy = await startProxy({ credentials });
  const headers = 'X-Gateway-Key: gateway-secret-0815\n';
  const cwd = folderWith({ 'authority.pem': authority.ca, 'headers.txt': headers });
  const ended = await runProcess(['--ca-file', 'authority.pem'], {
    cwd,
    env: {
      ...aimedAt({ baseUrl: `https://service.test:${front.port}` }),
      CONFORMANCE_ALLOW_WRITES_TO: `service.test:${front.port}`,
      ...{ NODE_DEBUG: 'http,net,tls,undici,stream,worker,https', DEBUG: '*', UNDICI_DEBUG: '1' },
      CONFORMANCE_HEADERS_FILE: 'headers.txt',
      HTTPS_PROXY: proxy.url.replace('//', `//${credentials}@`),
    },
  });
  await Promise.all([proxy.close(), front.close(), service.close()]);
  expect(ended.code, ended.stderr.slice(-2_000)).toBe(0);
  for (const [name, text] of Object.entries(everythingOf(ended)))
    expect(readableFrom(text, [goodToken, 'proxy-passw0rd-77', 'gateway-secret-0815']), name).toEqual([]);
});

test('the environment of the process has no secret left: what it starts inherits none', async () => {
  await using service = await startService();
  const probe = `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync('left.json', JSON.stringify(process.env)));`;
  const cwd = folderWith({ 'probe.mjs': probe });
  const env = {
    ...aimedAt(service),
    NODE_OPTIONS: '--import=./probe.mjs',
    CONFORMANCE_RULE_COMMAND: 'echo r1',
    ...{ HTTPS_PROXY: `http://${credentials}@127.0.0.1:9`, http_proxy: `http://${credentials}@127.0.0.1:9` },
    NO_PROXY: '127.0.0.1',
  };
  await runProcess(['--plan'], { cwd, env });
  const left = readFileSync(join(cwd, 'left.json'), 'utf8');
  expect(left).toContain('CONFORMANCE_BASE_URL');
  expect(left).not.toMatch(/ACCESS_TOKEN|RULE_COMMAND|proxy-passw0rd/);
  expect(readableFrom(left, [goodToken, 'proxy-passw0rd-77'])).toEqual([]);
});

test('an earlier report that holds the token does not bring it into the next', async () => {
  await using service = await startService();
  const cwd = temporaryFolder();
  const first = await run([], { cwd, env: aimedAt(service) });
  const report = first.report();
  const label = `build ${goodToken}`;
  writeFileSync(join(first.out, 'report.json'), JSON.stringify({ ...report, run: { ...report.run, label } }));
  const ended = await run([], { cwd, env: aimedAt(service) });
  expect(ended.report().change).toMatchObject({ verdict: 'same' });
  expect(JSON.stringify(ended.report().change)).toContain('[masked: access token]');
  for (const text of Object.values(everythingOf(ended))) expect(text).not.toContain(goodToken);
});

/** Names of elements and members that the formats are made of. */
const names = ['property', 'properties', 'testcase', 'testsuite', 'testsuites', 'background'];

describe('a token that is a word of our own formats is refused, or breaks none of them', () => {
  let words: readonly string[] = [];
  beforeAll(async () => {
    await using service = await startService();
    const ended = await run([], { env: aimedAt(service) });
    const text = Object.values(everythingOf(ended)).join(' ');
    words = [...new Set(text.match(/[A-Za-z][A-Za-z-]{7,}/g))];
    expect(words.length).toBeGreaterThan(200);
  });

  test('whichever it is', async () => {
    expect(names.filter((name) => !words.includes(name))).toEqual([]);
    for (const token of new Set([...names, ...sampleOf(words).slice(0, 60)])) {
      await using service = await startService();
      const env = { ...aimedAt(service), CONFORMANCE_ACCESS_TOKEN: token };
      const ended = await run(['--operation', 'put', '--no-unauthorized'], { env });
      if (ended.code !== 2) expect(problemsLeftBy(ended), token).toEqual([]);
    }
  });
});

test("a header's secret that is such a word is masked where a service says it", async () => {
  const cwd = folderWith({ 'headers.txt': 'X-Api-Key: inset-inline-end\n' });
  await using service = await startService(replacing('"success"', '"inset-inline-end"'));
  const ended = await run([], { cwd, env: { ...aimedAt(service), CONFORMANCE_HEADERS_FILE: 'headers.txt' } });
  expect(JSON.stringify(ended.report())).not.toContain('inset-inline-end');
  expect(problemsLeftBy(ended)).toEqual([]);
});

const telling = `true data name test conforms incomplete 0000 2026 10.0.0 127.0.0.1 application/json k1 FUTURE testsuites
  success 2024-01-02 2024-01-02T03:04:05Z 123456789012 staging eu-west entity-config-conformance put-authorised`;

test.each(sampleOf([...telling.split(/\s+/), entityId]))(
  "a header's value that says nothing: %s: the run is judged as it would be without",
  async (header) => {
    const cwd = folderWith({ 'headers.txt': `X-Gateway-Key: ${header}\n` });
    await using service = await startService();
    const env = { ...aimedAt(service), CONFORMANCE_HEADERS_FILE: 'headers.txt' };
    const ended = await run(['--timeout-ms', '100000'], { cwd, env });
    expect(ended.stderr).not.toContain('fault of the suite');
    expect(ended.code, ended.stdout.slice(-2_000)).toBe(0);
    expect(problemsLeftBy(ended)).toEqual([]);
  },
);

test("a header's value is masked in a response unless it is a number, a version or a few words", async () => {
  const shown = ['v4711.0815', '987654321098765', 'blue-green', 'Xylophone Orchestra Room'];
  const hidden = ['1234567890123456', 'seventeen-kilometre-north', 'blueGreen', 'blue_green7'];
  const headers = [...shown, ...hidden].map((value, at) => `X-Gateway-${at}: ${value}`);
  const cwd = folderWith({ 'headers.txt': [...headers, 'X-Api-Key: marigold', ''].join('\n') });
  const said = JSON.stringify([...shown, ...hidden, 'marigold']);
  await using service = await startService(replacing('"data":{', `"data":{"said":${said},`));
  const ended = await run([], { cwd, env: { ...aimedAt(service), CONFORMANCE_HEADERS_FILE: 'headers.txt' } });
  const report = JSON.stringify(ended.report());
  expect([...shown, ...hidden, 'marigold'].filter((value) => report.includes(value))).toEqual(shown);
});
