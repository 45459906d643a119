import { describe, expect, test } from 'vitest';
import { conformingExchanges, exchangeOf, recordingOf, utf8Response } from '../../support/conforming.ts';
import { buildReport, contract, type Exchange, type Header } from '../../support/subject.ts';

const excerpts = (all: readonly Exchange[]) => buildReport(contract, recordingOf(all)).exchanges;

function sizeOf(exchanges: readonly Exchange[]): number {
  return JSON.stringify(exchanges, null, 2).length;
}

describe('exchanges in a report', () => {
  test('are whole when they are of ordinary size', () =>
    expect(excerpts(conformingExchanges())).toEqual(conformingExchanges()));

  test('are cut, with length and hash, when a body is long', () => {
    const [exchange] = excerpts([exchangeOf('put', 'authorised', utf8Response('x'.repeat(4_000_000)))]);
    expect(exchange?.response?.body.text).toMatch(/^x+… \(4000000 characters, sha256 [0-9a-f]{16}…\)$/);
    expect(exchange?.response?.body.bytes).toBe(4_000_000);
  });

  test('stay within bounds whatever the service sends, and however often', () => {
    const headers = Array.from({ length: 1_500 }, (_, at): Header => [`x-${at}`, 'v'.repeat(100)]);
    const big = {
      ...exchangeOf('put', 'authorised', utf8Response('\u0001'.repeat(100_000), 200, headers), {
        name: '\u007f'.repeat(50_000),
      }),
      masked: Array.from({ length: 1_000 }, () => ({
        part: 'body' as const,
        at: '/a'.repeat(2_000),
        what: 'access token',
      })),
    };
    for (const length of [1, 10, 100])
      expect(sizeOf(excerpts(Array(length).fill(big)))).toBeLessThan(5_000_000);
    expect(excerpts([big])[0]?.response?.headers.at(-1)?.[1]).toMatch(/^\d+ more headers$/);
  });

  test('keep a head that arrived before a failure', () => {
    const { response: _, ...rest } = exchangeOf('put', 'authorised', utf8Response(''));
    const head = { status: 200, reason: 'r'.repeat(1_000), headers: [] };
    const [exchange] = excerpts([
      { ...rest, failure: { kind: 'truncated', message: 'm', sent: true, head } },
    ]);
    expect(exchange?.failure?.head?.reason).toMatch(/^r{500}… \(1000 characters/);
  });
});
