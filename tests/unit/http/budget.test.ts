import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBudget } from '../../../src/http/budget.ts';
import { recordExchange } from '../../../src/http/record.ts';
import { written, writtenBytes } from '../../../src/http/written.ts';
import type { Exchange, Header } from '../../../src/model/exchange.ts';
import { limits } from '../../../src/model/limits.ts';
import { accessToken, createRedactor, type Redactor } from '../../../src/secrets/redaction.ts';
import { runs } from '../../support/properties.ts';
import { putProbe, token } from './services.ts';

/** What is sent is one of a few long bodies, again and again: each is redacted once. */
function remembering(redactor: Redactor): Redactor {
  const known = new Map<string, ReturnType<Redactor['jsonBody']>>();
  const jsonBody: Redactor['jsonBody'] = (text) => {
    const redacted = known.get(text) ?? redactor.jsonBody(text);
    known.set(text, redacted);
    return redacted;
  };
  return { ...redactor, jsonBody };
}

const redactor = remembering(createRedactor([{ name: accessToken, value: token }]));
const sending = {
  id: 'put-authorised',
  probe: putProbe,
  origin: 'https://staging.example.com',
  headers: [],
  extraHeaders: [],
};
const timings = { startedAt: '2026-01-01T00:00:00.000Z', connectMs: 1, firstByteMs: 1, totalMs: 1 };

interface Flood {
  readonly headers?: readonly Header[];
  readonly body?: string | Buffer;
  readonly reason?: string;
}

function record(
  { headers = [], body = '{}', reason = 'OK' }: Flood,
  room: number = limits.exchangeBytes,
): Exchange {
  const head = { status: 200, reason, headers };
  const reply = { sent: true, head, body: Buffer.from(body as string), cause: null, timings };
  return recordExchange(sending, reply, redactor, room);
}

function many<Item>(count: number, make: (at: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/** Headers of at most 64 KiB, as many or as long as that allows. */
const heads = fc
  .tuple(
    fc.constantFrom('a', 'set-cookie', 'server', 'content-type', 'x-\u00e9'),
    fc.constantFrom(0, 1, 300, 60_000),
  )
  .map(([name, length]): readonly Header[] =>
    many(Math.floor(65_536 / (name.length + length + 4)), () => [name, '\u0080'.repeat(length)]),
  );

const bodies = fc.constantFrom(
  '{}',
  'x'.repeat(1_000_000),
  '"'.repeat(1_000_000),
  '\u0001'.repeat(1_000_000),
  '\u007f'.repeat(300_000),
  '\u200b'.repeat(300_000),
  Buffer.alloc(1_000_000, 0xff),
  JSON.stringify({ pad: 'p'.repeat(12_000) }),
  JSON.stringify(many(9_000, () => ({ password: 'x' }))),
  JSON.stringify({ ['k'.repeat(1000)]: many(9_000, () => token) }),
  `[${'0,'.repeat(19_000)}0]`,
  `[${'{},'.repeat(300_000)}{}]`,
);

describe('whatever a service sends', () => {
  const floods = fc.record({ headers: heads, body: bodies, reason: fc.constantFrom('', 'r'.repeat(60_000)) });

  test('an exchange takes no more than the room that it has, unless its request does', () => {
    const rooms = fc.constantFrom(limits.exchangeBytes, limits.leastExchangeBytes);
    fc.assert(
      fc.property(floods, rooms, (flood, room) => {
        const { request: _, ...answer } = record(flood, room);
        expect(Buffer.byteLength(written(answer))).toBeLessThanOrEqual(room);
        expect([undefined, 'too-large']).toContain(answer.failure?.kind);
      }),
      runs(0.1),
    );
  });

  test('the most requests of a run take less than 64 MB of a recording', () => {
    const most = limits.runBytes + limits.exchangeBytes + 1_010 * limits.leastExchangeBytes;
    expect(most + 2 * limits.requestBytes + 1_010 * 4_000).toBeLessThan(64_000_000);
    fc.assert(
      fc.property(fc.array(floods, { minLength: 12, maxLength: 12 }), (some) => {
        const budget = createBudget();
        const sizes = some.map((flood) => {
          const exchange = record(flood, budget.left());
          budget.spend(exchange);
          const { request: _, ...answer } = exchange;
          return writtenBytes(answer);
        });
        const sum = sizes.reduce((all, size) => all + size, 0);
        expect(sum).toBeLessThan(
          limits.runBytes + limits.exchangeBytes + sizes.length * limits.leastExchangeBytes,
        );
      }),
      runs(0.02),
    );
  });
});

describe('what does not fit is told', () => {
  test('headers beyond are counted, and those that matter go first', () => {
    const headers = [
      ...many(12_000, (): Header => ['a', '1']),
      ['content-type', 'application/json'] as const,
    ];
    const kept = record({ headers }).response?.headers ?? [];
    expect(kept).toHaveLength(limits.headers + 1);
    expect(kept.at(-1)).toEqual(['…', `${12_001 - limits.headers} more headers`]);
    expect(kept.at(-2)).toEqual(['content-type', 'application/json']);
  });

  test('an ordinary head is whole', () => {
    const headers = many(100, (at): Header => ['server', `s${at}`]);
    expect(record({ headers }).response?.headers).toEqual(headers);
  });

  test('masked places beyond are counted, and the body is open as a whole', () => {
    const body = JSON.stringify({ ['k'.repeat(900)]: many(200, () => token) });
    const { masked } = record({ body });
    expect(writtenBytes(masked)).toBeLessThan(limits.maskedBytes + 300);
    expect(masked.at(-2)).toEqual({ part: 'body', at: '', what: accessToken });
    expect(masked.at(-1)?.what).toBe(`${200 - masked.length + 2} more places`);
    expect(masked.slice(0, -2).every(({ at }) => at.startsWith('/kkk'))).toBe(true);
  });

  test('a body that takes too much as it is written is too large, with its head', () => {
    const body = JSON.stringify([token, '\u007f'.repeat(1_000_000)]);
    const { response, failure } = record({ body, headers: [['server', 's']] });
    expect(response).toBeUndefined();
    expect(failure).toEqual({
      kind: 'too-large',
      message: `the response, as it is written to the recording, is larger than ${limits.exchangeBytes} bytes, the most that is read`,
      sent: true,
      head: { status: 200, reason: 'OK', headers: [['server', 's']] },
    });
  });

  test('so is one that takes too much once its secrets are masked; what they were is noted', () => {
    const short = createRedactor([{ name: accessToken, value: 'q7Z!' }]);
    const head = { status: 200, reason: 'OK', headers: [] };
    const body = Buffer.from(JSON.stringify('q7Z!'.repeat(100_000)));
    const reply = { sent: true, head, body, cause: null, timings };
    const { failure, masked } = recordExchange(sending, reply, short);
    expect(failure?.kind).toBe('too-large');
    expect(masked).toEqual([
      { part: 'body', at: '', what: accessToken },
      { part: 'body', at: '', what: '1 more place' },
    ]);
  });

  test('a body of more JSON values than there is room for is too large, however few bytes it is written in', () => {
    const room = limits.leastExchangeBytes;
    const most = room / limits.valueBytes;
    const { failure } = record({ body: JSON.stringify(many(most + 1, () => 0)) }, room);
    expect(failure).toMatchObject({
      kind: 'too-large',
      message: `the body, with ${limits.valueBytes} bytes for each JSON value, is larger than ${room} bytes, the most that is left of ${limits.runBytes} for all of a run`,
    });
    expect(record({ body: JSON.stringify(many(most - 1, () => 0)) }, room).failure).toBeUndefined();
  });

  test('one of more than any body may have is kept while there is room', () =>
    expect(record({ body: JSON.stringify(many(2 * limits.values, () => 0)) }).failure).toBeUndefined());
});

describe('a run', () => {
  test('has room for a thousand responses of 12 KB', () => {
    const budget = createBudget();
    const body = JSON.stringify({ records: many(100, (at) => ({ id: at, name: 'n'.repeat(90) })) });
    for (let at = 0; at < 1000; at += 1) {
      const exchange = record({ body }, budget.left());
      expect(exchange.failure).toBeUndefined();
      budget.spend(exchange);
    }
  });

  test('spends what values take, however few bytes they are written in', () => {
    const budget = createBudget();
    const exchange = record({ body: JSON.stringify(many(limits.values, () => 0)) });
    const most = Math.ceil(limits.runBytes / (limits.values * limits.valueBytes));
    for (let at = 0; at < most; at += 1) budget.spend(exchange);
    expect(budget.left()).toBe(limits.leastExchangeBytes);
  });

  test('spends what was read, kept or not', () => {
    const budget = createBudget();
    const refused = record({ body: '\u0001'.repeat(1_000_000) });
    expect(refused.failure?.kind).toBe('too-large');
    for (let at = 0; at < 9; at += 1) budget.spend(refused, 1_000_000);
    expect(budget.left()).toBe(limits.leastExchangeBytes);
  });

  test.each(['x', '"', '\u0001', '\u007f', '\u200b', '\ufeff', 'é', '😀', '\ud800', '\u{e0001}'])(
    '%j is counted as it is written',
    (text) => expect(writtenBytes(text)).toBe(Buffer.byteLength(written(text))),
  );

  test('whatever is written is counted without writing it', () => {
    const texts = fc.string({ unit: 'binary' }).map((text) => `${text}\ud800"\u200b`);
    const values = fc.oneof(fc.jsonValue(), texts, fc.constant({ left: undefined, out: [] }));
    const property = fc.property(values, (value) => {
      expect(writtenBytes(value)).toBe(Buffer.byteLength(written(value)));
    });
    fc.assert(property, runs());
  });
});
