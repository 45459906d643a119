import { describe, expect, test } from 'vitest';
import { type Broken, brokenServices } from '../cases/broken-services.ts';
import { oddAnswers } from '../cases/odd-answers.ts';
import { startRaw } from '../support/raw-service.ts';
import { relayTo } from '../support/wires.ts';

/** What a client gets through the relay from a service that is broken. */

const rows: Readonly<Record<string, Broken>> = { ...brokenServices, ...oddAnswers };
// What never ends is passed for ever.
const entries = Object.entries(rows).filter(
  ([, { waitsMs, again, ends }]) => !waitsMs && !again && ends !== 'open',
);
const lines = new Map<string, string>();
const replacing = 'conformance watch sent this response in place of the service:  ';
const get = 'GET /a HTTP/1.1\r\nHost: p\r\nConnection: close\r\n\r\n';

describe('the client of a service', () => {
  test.for(entries)('%s', async ([name, answer]) => {
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
    const text = entries.map(([name]) => `${name}: ${lines.get(name)}\n`);
    await expect(text.join('')).toMatchFileSnapshot('../cases/golden/http/relay.txt');
  });
});
