import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Judge } from '../../../src/judge/judge.ts';
import { Masker, maskersFor } from '../../../src/traffic/mask.ts';
import { readPiece } from '../../../src/traffic/read.ts';
import { Traffic } from '../../../src/traffic/traffic.ts';
import { conformingExchanges } from '../../support/conforming.ts';
import { holds, sampleOf } from '../../support/properties.ts';
import { contract, type Exchange } from '../../support/subject.ts';
import { asLine, sourceOf } from '../../support/traffic.ts';
import { exchangesOfAllKinds } from './exchanges.ts';

/** Exchanges that are judged without being masked give what masked ones would: verdicts, counts, evidence and what is kept. */

const maskerOf = maskersFor(contract);

/** Judges every exchange as masked as it may be shown. */
class MaskingTraffic extends Traffic {
  override readonly judge = new Judge(contract, {
    side: 'both',
    shown: (exchange) => maskerOf(exchange).exchange(exchange),
  });
}

const token = 'token-of-a-client';
/** More exchanges than evidence is kept of. */
const many = 25;

interface Line {
  readonly request: Record<string, unknown> & { headers: [string, unknown][]; url: string };
  readonly response: Record<string, unknown> & { headers: [string, unknown][] };
}

function sent(line: Line, change: (text: string) => string): void {
  if (typeof line.request['body'] === 'string') line.request['body'] = change(line.request['body']);
}

function answered(line: Line, change: (text: string) => string): void {
  if (typeof line.response['body'] === 'string') line.response['body'] = change(line.response['body']);
}

function authorised(line: Line, value: string | null): void {
  const others = line.request.headers.filter(([name]) => name !== 'Authorization');
  line.request.headers = value === null ? others : [['authorization', value], ...others];
}

const escaped = (text: string) => [...text].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('');
const named = (text: string) => text.replace(/"name":"[^"]*"/, `"name":"of ${token}"`);
const withMember = (member: string) => (text: string) => text.replace('{', `{${member},`);

/** Ways to record an exchange, most of them with something that is masked, or that only seems to be. */
const changes: readonly ((line: Line) => void)[] = [
  () => undefined,
  ({ request }) => request.headers.push(['User-Agent', 'a client'], ['Accept', '*/*'], ['X-Trace', 'a=b']),
  ({ request }) => request.headers.push(['Cookie', 'session=123456789']),
  ({ request }) => request.headers.push(['Content-Type', `text/${token}`]),
  ({ request }) => request.headers.push(['content-type', `application/json; of=${token}`]),
  ({ request }) => request.headers.push(['X-Api-Key', 'FUTURE_UNREALIZED']),
  ({ request }) => request.headers.push(['authorization', 'Bearer another-token-of-a-client']),
  (line) => authorised(line, null),
  (line) => authorised(line, `bearer ${token}`),
  (line) => authorised(line, 'Bearer'),
  (line) => authorised(line, 'Bearer ***'),
  (line) => authorised(line, 'Bearer [masked: access token]'),
  (line) => authorised(line, 'REDACTED'),
  (line) => authorised(line, 'Basic dXNlcjpwYXNzd29yZA=='),
  (line) => authorised(line, 'Bearer USD'),
  (line) => authorised(line, 'Bearer DOING'),
  (line) => authorised(line, 'Bearer Asia/Shanghai'),
  ({ request }) => Object.assign(request, { url: `${request.url}?access_token=123456789` }),
  ({ request }) => Object.assign(request, { url: `${request.url}?page=2` }),
  ({ request }) => Object.assign(request, { url: request.url.replace('://', '://user:word@') }),
  ({ response }) => response.headers.push(['Set-Cookie', 'session=123456789'], ['Vary', 'Accept']),
  ({ response }) => response.headers.push(['Location', 'https://user:word@h.example/?token=123456789']),
  ({ response }) => response.headers.push(['Strict-Transport-Security', 'max-age=1; preload']),
  ({ response }) => response.headers.push(['X-Debug', `of ${token}`], ['X-Further', 'header']),
  ({ response }) => response.headers.push(['Content-Encoding', 'gzip'], ['X-RateLimit-Limit', '5']),
  ({ response }) => response.headers.push(['Server', 'x'.repeat(3_000)], ['Link', 'y'.repeat(15_000)]),
  ({ response }) => {
    for (let at = 0; at < 250; at += 1) response.headers.push([`X-Number-${at}`, at]);
  },
  (line) => {
    sent(line, named);
    answered(line, named);
  },
  (line) => answered(line, withMember('"password":"123456789"')),
  (line) => answered(line, withMember('"further":[{"apiKey":"FUTURE"}]')),
  (line) => answered(line, withMember('"token":true,"secret":"","jwt":null')),
  (line) => answered(line, withMember(`"further":"${token}"`)),
  (line) => answered(line, withMember(`"further":"${Buffer.from(token).toString('base64')}"`)),
  (line) => answered(line, withMember(`"further":"${Buffer.from(token).toString('hex')}"`)),
  (line) => answered(line, (text) => text.replace(/"name":"[^"]*"/, `"name":"${escaped(token)}"`)),
  (line) => answered(line, named),
  (line) => sent(line, named),
  (line) => {
    const encoded = (text: string) => named(text).replace(token, Buffer.from(`x${token}`).toString('base64'));
    sent(line, encoded);
    answered(line, encoded);
  },
  (line) => answered(line, withMember(`"further":[${[...Buffer.from(token)].join(',')}]`)),
  (line) => answered(line, withMember(`"of ${token}":null`)),
  ({ request }) => request.headers.push(['User-Agent', `client of ${token}`]),
  (line) => sent(line, withMember('"client_secret":"FUTURE"')),
  (line) => answered(line, withMember('"further":"https://user:word@h.example/"')),
  (line) => answered(line, withMember('"further":"https://h.example/?a=b&client_secret=FUTURE"')),
  (line) => sent(line, (text) => text.replace(/"name":"[^"]*"/, '"name":"h.example#access_token=FUTURE"')),
  (line) => answered(line, withMember('"tokens":["FUTURE",7],"credentials":{"name":"DOING"}')),
  (line) => answered(line, withMember('"code":200,"key":"FUTURE"')),
  (line) => answered(line, withMember('"further":"https:me:w@rd@h.example/"')),
  (line) => answered(line, withMember('"further":"see https:\\/\\/h.example\\/?a=b\\u0026sig=FUTURE"')),
  (line) => answered(line, withMember('"further":"{\\"password\\":\\"FUTURE\\"}"')),
  (line) => answered(line, (text) => text.replace(/"name":"[^"]*"/, '"name":"key=FUTURE&a=b"')),
  (line) => answered(line, (text) => text.replace(/"name":"[^"]*"/, '"name":"me@h.example, 100% = all"')),
  ({ request }) => Object.assign(request, { url: `${request.url}?code=FUTURE#x` }),
  ({ request }) => request.headers.push(['User-Agent', 'bot (+https://user:word@h.example/?key=FUTURE)']),
  ({ request }) => request.headers.push(['Content-Type', 'application/json; of=https://user:word@h/']),
  (line) => answered(line, (text) => text.slice(0, -40)),
  ({ response }) => Object.assign(response, { truncated: true }),
  ({ response }) => response.headers.push(['Content-Length', '100000']),
  (line) => sent(line, (text) => text.slice(0, 50)),
  ({ request }) => Object.assign(request, { body: { name: 'little', action: { amount: 1.5 } } }),
  ({ response }) => Object.assign(response, { body: { status: 'success', requestId: '1', data: {} } }),
  ({ response }) => Object.assign(response, { body: undefined }),
  (line) => answered(line, (text) => text.replace('"amount":16', '"amount":1.6e1')),
];

function changed(exchange: Exchange, chosen: readonly ((line: Line) => void)[]): string {
  const line = JSON.parse(asLine(exchange)) as Line;
  for (const change of chosen) change(line);
  return JSON.stringify(line);
}

const lines = exchangesOfAllKinds.chain((all) =>
  fc.tuple(
    ...all.map((exchange) =>
      fc.array(fc.constantFrom(...changes), { maxLength: 2 }).map((chosen) => changed(exchange, chosen)),
    ),
  ),
);

const conforming = Array.from({ length: many }, (_, at) =>
  conformingExchanges()
    .filter(({ credentials }) => credentials === 'authorised')
    .map((exchange, of) =>
      asLine(exchange).replace(
        /requestId\\":\\"[^"]*\\"/,
        `requestId\\":\\"00000000-0000-4000-8000-${String(2 * at + of).padStart(12, '0')}\\"`,
      ),
    ),
).flat();

/** @param index of the source: keys of a later one are higher */
async function readInto(traffic: Traffic, all: readonly string[], index = 0): Promise<Traffic> {
  const options = {
    contract,
    operations: contract.operations.map(({ name }) => name),
    baseUrl: null,
    headersComplete: false,
    check: () => null,
  } as const;
  await readPiece({ source: sourceOf(all.join('\n')), index, range: null, format: 'ndjson' }, options, {
    exchange: (exchange, key, base) => traffic.add(exchange, key, base),
  });
  return traffic;
}

function whatIsKnownOf(traffic: Traffic) {
  return {
    ...traffic.results((key) => ({ forgotten: `line ${key}` })),
    seen: traffic.seen(),
    requirements: traffic.requirements,
    kept: traffic.shownExchanges,
  };
}

/** Judges lines by whoever knows as many exchanges that conform as evidence is kept of. */
async function knowing(Kind: typeof Traffic, all: readonly string[]): Promise<Traffic> {
  return readInto(await readInto(new Kind(contract, 'both'), conforming), all, 1);
}

describe('what check makes of lines is what a judge makes of them that masks each', () => {
  async function expectAlike(all: readonly string[]): Promise<void> {
    const found = await knowing(Traffic, all);
    const expected = await knowing(MaskingTraffic, all);
    expect(whatIsKnownOf(found)).toStrictEqual(whatIsKnownOf(expected));
  }

  test('whatever they hold', async () => {
    await holds(fc.asyncProperty(lines, expectAlike), 1 / 20);
  });

  test.each(sampleOf(changes).map((change) => [change]))(
    'exchanges that conform, every other one after %s',
    async (change) => {
      // Bodies are searched in another way once others were read that differ in scalars alone.
      const [plain, other] = [[], [change]].map((chosen) =>
        conformingExchanges().map((exchange) => changed(exchange, chosen)),
      );
      await expectAlike([plain, other, plain, other].flatMap((some = []) => some));
    },
  );

  test('and most of them are not masked', async () => {
    const masked = vi.spyOn(Masker.prototype, 'exchange');
    await readInto(new Traffic(contract, 'both'), [conforming, conforming, conforming, conforming].flat());
    expect(masked.mock.calls.length).toBeLessThan(2 * conforming.length);
    masked.mockRestore();
  });
});
