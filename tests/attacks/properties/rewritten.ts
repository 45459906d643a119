import fc from 'fast-check';
import { utf8Response } from '../../support/conforming.ts';
import type { Exchange, Header, Recorded, RecordedMessage } from '../../support/subject.ts';

/** Ways to write JSON that say the same, or nearly so, and that a reader may take for one another. */
const ways: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => reformatted(text, (value) => JSON.stringify(value, null, 2)),
  (text) => ` ${text}\n`,
  (text) => text.replaceAll('":', '" :\t'),
  (text) => text.replaceAll('/', '\\/'),
  (text) => text.replace('"USD"', '"\\u0055SD"'),
  (text) => text.replace('"amount":16', '"amount":16.0'),
  (text) => text.replace('"amount":16', '"amount":1.6e1'),
  (text) => text.replace('"amount":16', '"amount":16.5'),
  (text) => text.replace('"amount":16', '"amount":-0'),
  (text) => text.replace('"amount":16', '"amount":9007199254740993'),
  (text) => text.replace('"amount":16', '"amount":1000000000000000000000'),
  (text) => text.replace('"amount":16', '"amount":1e400'),
  (text) => text.replace('"amount":16', '"amount":15,"amount":16'),
  (text) => text.replace('"enabled"', '"enabled" :false,"enabled"'),
  (text) => text.replace('{', '{"further":{"and":["more",{"of":1.50}]},"0":null,'),
  (text) => text.replace('{', '{"b":1,"a":"\\"x\\":","__proto__":{"status":"error"},'),
  (text) => text.replace('"data":{', '"data":{"10":1,"constructor":{},"9":[],'),
  (text) => text.replace('{', `{"deep":${'['.repeat(250)}${']'.repeat(250)},`),
  (text) => text.replace('"DOING"', '"D\ud800"'),
  (text) => text.replace('"DOING"', '"D\\ud800"'),
  (text) => text.replace('"DOING"', '"D\u2028é"'),
  (text) => text.replace('"DOING"', '{"a": 1}'),
  (text) => text.replace('"enabled":true', '"enabled":false'),
  (text) => reformatted(text, (value) => JSON.stringify(reversed(value))),
];

/** A text with its value written in another way; one that is no JSON as it is. */
function reformatted(text: string, write: (value: unknown) => string): string {
  try {
    return write(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The members of all objects the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member)] as const);
  return Object.fromEntries(members.reverse());
}

/** More than is read of an answer; what we sent is not. */
const tooDeep = (text: string) => text.replace('{', `{"deep":${'['.repeat(256)}${']'.repeat(256)},`);

const same = fc.constant((text: string) => text);
const sentWays = fc.oneof(same, fc.constantFrom(...ways));
const answerWays = fc.oneof(same, fc.constantFrom(...ways, tooDeep));

export const sentHeaders: readonly Header[] = [
  ['Authorization', 'Bearer ***'],
  ['content-type', 'application/json'],
];
const headers = fc.constantFrom<readonly Header[]>(sentHeaders, sentHeaders, sentHeaders.slice(0, 1), []);

const message = fc.record<RecordedMessage>({
  headers: fc.constantFrom('complete', 'partial'),
  body: fc.constantFrom('whole', 'whole', 'parsed', 'cut', 'absent'),
});
const recordings = fc.option(fc.record<Recorded>({ request: message, response: message }), {
  nil: undefined,
});
const maskedHeader = { part: 'request-header', at: 'Authorization', what: 'access token' } as const;

/**
 * An exchange with its bodies written in another way, and recorded by whomever. What was sent without a recorder stays JSON
 * that is read.
 */
export function rewritten(exchange: Exchange): fc.Arbitrary<Exchange> {
  const bodyless = fc.constantFrom(undefined, '', '{}');
  return fc
    .record({ answered: answerWays, sent: sentWays, headers, recorded: recordings, bodyless })
    .map((given) => {
      const { request, response } = exchange;
      const { recorded } = given;
      const text = request.body === undefined ? given.bodyless : given.sent(request.body);
      const body = text === undefined || (text === '' && recorded === undefined) ? {} : { body: text };
      const isText = response?.body.encoding === 'utf8';
      const { status = 0, headers: answerHeaders } = response ?? {};
      return {
        ...exchange,
        request: { ...request, headers: given.headers, ...body },
        masked: given.headers.length === 0 ? exchange.masked : [...exchange.masked, maskedHeader],
        ...(isText
          ? { response: utf8Response(given.answered(response.body.text), status, answerHeaders) }
          : {}),
        ...(recorded === undefined ? {} : { recorded }),
      };
    });
}
