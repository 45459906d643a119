import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Broken, brokenServices } from '../cases/broken-services.ts';
import { oddAnswers } from '../cases/odd-answers.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { lineOf, put } from '../support/clients.ts';
import { entityId } from '../support/conforming.ts';
import { gateTakesAFifth, sampleOf } from '../support/properties.ts';
import { brokenTo, startRaw } from '../support/raw-service.ts';
import { runAgainst, targetSettings, usualEnvironment } from '../support/run-target.ts';
import { goodToken } from '../support/service.ts';
import { contract, type Report, reporters } from '../support/subject.ts';
import { relayTo } from '../support/wires.ts';

/** What the client, a run and the relay make of a service that is broken. */

const entries = Object.entries<Broken>({ ...brokenServices, ...oddAnswers });

describe('a client of a service', () => {
  const lines = new Map<string, string>();
  test.concurrent.for(entries)('%s', async ([name, row], { expect: expected }) => {
    await using service = await startRaw(row);
    const exchange = await put(service.baseUrl, { timeoutMs: row.waitsMs ?? 60_000 });
    const { response, failure } = exchange;
    expected([response, failure].filter((one) => one !== undefined)).toHaveLength(1);
    expected(failure?.sent ?? true).toBe(true);
    expected(failure?.kind === 'timeout').toBe(row.waitsMs !== undefined);
    expected(JSON.parse(JSON.stringify(exchange))).toEqual(exchange);
    expected(JSON.stringify(exchange)).not.toContain(goodToken);
    // Nothing is followed, and nothing is sent again.
    expected(service.connections()).toBe(1);
    lines.set(name, lineOf(exchange).replace(/\d+(?= bytes of the body had)/, '…'));
  });

  test('each in a line', async () => {
    const text = entries.map(([name]) => `${name}: ${lines.get(name)}\n`);
    await expect(text.join('')).toMatchFileSnapshot('../cases/golden/http/client.txt');
  });
});

const everyRequest = contract.operations.flatMap(({ method }) => [method, method, method]).sort();
const methodsOf = (requests: readonly string[]) => requests.map((text) => text.split(' ', 1)[0]).sort();

/** For each verdict how many requirements of the PUT have it. */
function verdictsOf({ requirements }: Report): string {
  const ofPut = requirements.filter(({ operation }) => operation === 'put');
  const count = (wanted: string) => ofPut.filter(({ verdict }) => verdict === wanted).length;
  return `${count('conforms')} conform, ${count('deviates')} deviate`;
}

/** A run in which no other request waits too long: on a busy machine the time limit is another one. */
async function ranInTime({ waitsMs = 60_000, ...answer }: Broken) {
  for (let timeoutMs = waitsMs; ; timeoutMs *= 4) {
    await using service = await startRaw(brokenTo('authorised put', answer));
    const { report } = await runAgainst(targetSettings(service.baseUrl, { timeoutMs }));
    const late = report.exchanges.filter(({ failure }) => failure?.kind === 'timeout');
    if (late.every(({ id }) => id === 'put-authorised')) return { report, requests: service.requests };
  }
}

describe('the authorised PUT', () => {
  const lines = new Map<string, string>();
  test.concurrent.for(entries)('%s', async ([name, row], { expect: expected }) => {
    const { report, requests } = await ranInTime(row);
    const { exitCode, reasons } = report.summary;
    expected(JSON.stringify(report)).not.toContain(goodToken);
    expected(methodsOf(requests)).toEqual(everyRequest);
    // All that needs no other answer than its own is learned of the others.
    const others = report.requirements.filter(({ operation }) => operation !== 'put');
    const learned = others.filter(({ verdict }) => verdict === 'conforms');
    expected(learned.length).toBeGreaterThan(others.length - contract.operations.length);
    const [reason = ''] = (reasons[0] ?? '').replace(/\d+(?= bytes of the body had| ms)/g, '…').split('; ');
    lines.set(name, `exit ${exitCode}, ${verdictsOf(report)}: ${reason}`);
  });

  test('each in a line', async () => {
    const text = entries.map(([name]) => `${name}: ${lines.get(name)}\n`);
    await expect(text.join('')).toMatchFileSnapshot('../cases/golden/http/run.txt');
  });
});

const crash = /^ +at .+:\d+\)?$|node:internal|Unhandled|\[object Object\]|fault of the suite/m;

describe('every request', () => {
  const names = reporters.map(({ name }) => name).join();
  test.for(sampleOf(entries, gateTakesAFifth))('%s', async ([, { waitsMs, ...answer }]) => {
    await using service = await startRaw(brokenTo('everyone', answer));
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await conformance(['run', '--reporter', names], {
      cwd,
      env: {
        CONFORMANCE_BASE_URL: service.baseUrl,
        CONFORMANCE_ACCESS_TOKEN: goodToken,
        CONFORMANCE_ENTITY_ID: entityId,
        CONFORMANCE_TIMEOUT_MS: `${waitsMs ?? 60_000}`,
        ...usualEnvironment,
      },
    });
    const folder = join(cwd, 'conformance-report');
    const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(files).toHaveLength(reporters.filter(({ file }) => file !== null).length + 1);
    for (const text of [stdout, stderr, ...files]) expect(text).not.toContain(goodToken);
    expect(stdout + stderr).not.toMatch(crash);
    const { summary } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
    expect([1, 3]).toContain(code);
    expect(summary).toMatchObject({
      exitCode: code,
      reasons: [expect.stringMatching(/./), ...summary.reasons.slice(1)],
    });
    // What is served without credentials, or not at all, is asked for no further.
    expect(new Set(methodsOf(service.requests)).size).toBe(contract.operations.length);
  });
});

// What never ends is passed for ever.
const ending = entries.filter(([, { waitsMs, again, ends }]) => !waitsMs && !again && ends !== 'open');
const replacing = 'conformance watch sent this response in place of the service: ';
const get = 'GET /a HTTP/1.1\r\nHost: p\r\nConnection: close\r\n\r\n';

describe('a relay before a service', () => {
  const lines = new Map<string, string>();
  test.for(ending)('%s', async ([name, answer]) => {
    await using service = await startRaw(answer);
    const world = await relayTo(service.baseUrl);
    const client = world.client(get);
    const ended = await client.over();
    const [passed] = await world.concluded();
    await world.close(0);
    expect([world.passed.length, service.connections()]).toEqual([1, 1]);
    // A failure is told, or seen: never does an end without an error follow what is not whole.
    const { end, cause, answer: head } = passed ?? {};
    expect(cause === null).toBe(end === 'complete');
    const [, own] = client.text.split(replacing);
    expect(own !== undefined).toBe(end === 'unreachable');
    const [line = ''] = client.text.split('\r\n', 1);
    // How large chunks are depends on how bytes arrive.
    const isChunked = /\r\ntransfer-encoding: chunked\r\n/i.test(client.text);
    // The last chunk says that it is whole: without it, a client knows that something is missing.
    if (isChunked) expect(client.text.endsWith('\r\n0\r\n\r\n')).toBe(end === 'complete');
    const more = isChunked ? 'in chunks' : `${client.size - line.length} bytes more`;
    const got = own === undefined ? `${line || 'nothing'} (${more})` : own.trimEnd();
    lines.set(name, `${end}, ${head?.status ?? 'no head'}, ${cause?.kind ?? 'no failure'}; ${ended}: ${got}`);
  });

  test('each in a line', async () => {
    const text = ending.map(([name]) => `${name}: ${lines.get(name)}\n`);
    await expect(text.join('')).toMatchFileSnapshot('../cases/golden/http/relay.txt');
  });
});
