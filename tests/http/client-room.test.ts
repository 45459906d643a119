import { describe, expect, test } from 'vitest';
import { clientOf, put, putProbe } from '../support/clients.ts';
import { startRaw, whole } from '../support/raw-service.ts';
import { goodToken as token } from '../support/service.ts';
import { limits } from '../support/subject.ts';

/** How much of what a service sends is kept. */

describe('the room of a run', () => {
  const { runBytes, leastExchangeBytes, exchangeBytes } = limits;
  const kept = new Map<string, number>();

  test.for([
    ['control characters', whole(JSON.stringify('\u0001'.repeat(150_000)))],
    ['what cannot be seen', whole(JSON.stringify('\u200b'.repeat(300_000)))],
    ['JSON values', whole(JSON.stringify(Array(20_000).fill(0)))],
    ['bodies that are not kept', whole(JSON.stringify('\u007f'.repeat(1_000_000)))],
    ['bytes that are no text', whole(Buffer.alloc(1_000_000, 0xff))],
    ['headers', whole('{}', `${'x: y\r\n'.repeat(9_000)}server: s`)],
    ['records', whole(JSON.stringify(Array(100).fill({ id: 1, name: 'n'.repeat(90) })))],
  ] as const)('is kept to by %s', async ([name, answer]) => {
    await using service = await startRaw(answer);
    const client = clientOf(service.baseUrl);
    const sizes: number[] = [];
    let complete = 0;
    for (let at = 0; at < 40; at += 1) {
      const exchange = await client.send('x', putProbe, null);
      const { request: _, ...answered } = exchange;
      sizes.push(Buffer.byteLength(JSON.stringify(answered).replaceAll(/[\u007f-\u009f\u200b]/g, '\\u0000')));
      if (exchange.failure === undefined) complete += 1;
      else expect(exchange.failure.kind).toBe('too-large');
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(exchangeBytes);
    const sum = sizes.reduce((all, size) => all + size, 0);
    expect(sum).toBeLessThan(runBytes + exchangeBytes + sizes.length * leastExchangeBytes);
    kept.set(name, complete);
  });

  test('responses of forty that are kept', async () => {
    const text = [...kept].map(([name, count]) => `${name}: ${count}\n`);
    await expect(text.join('')).toMatchFileSnapshot('../cases/golden/http/room.txt');
  });

  test('headers beyond are counted, and those that matter go first', async () => {
    await using service = await startRaw(whole('{}', `${'a: 1\r\n'.repeat(2_000)}server: s`));
    const headers = (await put(service.baseUrl)).response?.headers ?? [];
    expect(headers).toHaveLength(limits.headers + 1);
    expect(headers.at(-1)).toEqual(['…', `${2_002 - limits.headers} more headers`]);
    expect(headers.map(([name]) => name)).toContain('server');
  });

  test('masked places beyond are counted, and the body is open as a whole', async () => {
    await using service = await startRaw(
      whole(JSON.stringify({ ['k'.repeat(900)]: Array(200).fill(token) })),
    );
    const places = (await put(service.baseUrl)).masked.filter(({ part }) => part === 'body');
    expect(JSON.stringify(places).length).toBeLessThan(limits.maskedBytes + 300);
    expect(places.at(-2)).toEqual({ part: 'body', at: '', what: 'access token' });
    expect(places.at(-1)?.what).toBe(`${202 - places.length} more places`);
  });
});
