import { gzipSync } from 'node:zlib';
import { putAnswer } from '../support/conforming.ts';

/** What recorders do to the body of a response, and what a check may say of it. */

/**
 * `whole`: all of it is judged. `fields`: its fields are, and nothing that is about bytes. `not-json`: it deviates. `unknown`:
 * nothing is said of it.
 */
export type BodyOutcome = 'whole' | 'fields' | 'not-json' | 'unknown';

export interface BodyRow {
  readonly what: string;
  /** Members of the response in a line of NDJSON, or of its content in a HAR. */
  readonly response?: object;
  readonly content?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly outcome: BodyOutcome;
}

export const json = JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, note: 'é' } });
const size = Buffer.byteLength(json);
const broken = json.replace('"status":"success",', '"status":"success" ');
const base64 = Buffer.from(json).toString('base64');
const gzipped = gzipSync(json);
const start = json.slice(0, 150);
const misread = Buffer.from(json).toString('latin1');
const replaced = json.replace('é', '\ufffd');
const length = { 'Content-Length': String(size) };
const gzip = { 'Content-Encoding': 'gzip' };

function texts(outcome: BodyOutcome, rows: readonly (readonly [what: string, body: unknown])[]): BodyRow[] {
  return rows.map(([what, body]) => ({ what, outcome, response: { body } }));
}

function withHeaders(
  outcome: BodyOutcome,
  headers: Readonly<Record<string, string>>,
  rows: readonly (readonly [what: string, body: unknown])[],
): BodyRow[] {
  return texts(outcome, rows).map((row) => ({ ...row, headers }));
}

function contents(
  outcome: BodyOutcome,
  rows: readonly (readonly [what: string, content: object])[],
): BodyRow[] {
  return rows.map(([what, content]) => ({ what, outcome, content }));
}

export const bodyRows: readonly BodyRow[] = [
  ...texts('whole', [
    ['text', json],
    ['text with a line feed behind it', `${json}\n`],
    ['our own form', { encoding: 'utf8', text: json, bytes: size }],
    ['bytes as Node.js writes them', JSON.parse(JSON.stringify(Buffer.from(json)))],
  ]),
  ...withHeaders('whole', length, [['text of its stated length', json]]),
  ...withHeaders('whole', gzip, [['text of which the coding was undone', json]]),
  { what: 'Base64 that is marked', response: { body: base64, bodyEncoding: 'base64' }, outcome: 'whole' },
  {
    what: 'Base64 in lines',
    response: { body: base64.replace(/(.{60})/g, '$1\n'), isBase64Encoded: true },
    outcome: 'whole',
  },
  {
    what: 'marked Base64 of a coding',
    response: { body: gzipped.toString('base64'), isBase64Encoded: true },
    headers: gzip,
    outcome: 'whole',
  },
  {
    what: 'text that is marked as Base64',
    response: { body: json, isBase64Encoded: true },
    outcome: 'whole',
  },
  {
    what: 'our own form of bytes',
    response: { body: { encoding: 'base64', text: base64, bytes: size } },
    outcome: 'whole',
  },

  ...texts('fields', [
    ['a value', JSON.parse(json)],
    ['Base64 that nothing marks', base64],
    ['Base64 without its padding', base64.replace(/=+$/, '')],
    ['Base64 for URLs', Buffer.from(json).toString('base64url')],
    ['Base64 in lines that nothing marks', base64.replace(/(.{60})/g, '$1\n')],
  ]),
  ...withHeaders('fields', gzip, [['Base64 of a coding that nothing marks', gzipped.toString('base64')]]),
  {
    what: 'Base64 with a mark in another case',
    response: { body: base64, encoding: 'BASE64' },
    outcome: 'fields',
  },

  ...texts('not-json', [
    ['a word', 'deleted'],
    ['a sentence that ends in dots', 'Please wait...'],
    ['a sentence with an ellipsis', 'Loading…'],
    ['a sentence about what was removed', 'The rule was removed'],
    ['a sentence that says truncated', 'Table truncated'],
    ['a page', '<html><body>hidden</body></html>'],
    ['a token', `${Buffer.from('{"alg":"RS256","typ":"JWT"}').toString('base64url')}.e30.c2ln`],
    ['JSON with an error', broken],
    ['JSON with more behind it', `${json} truncated ${json}`],
    ['Base64 of no JSON', Buffer.from('Please wait, and again').toString('base64')],
  ]),
  {
    what: 'a sentence that is marked as Base64',
    response: { body: 'Please wait...', isBase64Encoded: true },
    outcome: 'not-json',
  },
  ...withHeaders('not-json', { 'Content-Length': '14' }, [
    ['a sentence of its stated length', 'Please wait...'],
  ]),

  ...texts('unknown', [
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['[Redacted]', '[Redacted]'],
    ['[REDACTED]', '[REDACTED]'],
    ['[application/json redacted]', '[application/json redacted]'],
    ['<omitted>', '<omitted>'],
    ['(body omitted, 512 bytes)', '(body omitted, 512 bytes)'],
    ['[Filtered]', '[Filtered]'],
    ['{{hidden}}', '{hidden}'],
    ['[body not logged]', '[body not logged]'],
    ['<binary data>', '<binary data>'],
    ['REDACTED', 'REDACTED'],
    ['stars', '********'],
    ['a hyphen, as nginx writes it', '-'],
    ['an object that became a text', '[object Object]'],
    ['bytes that became a text', '<Buffer 7b 22 73 74 61 74 75 73 22 3a ... 412 more bytes>'],
    ['a JSON string in its place', '"[Redacted]"'],
    ['a part', start],
    ['a part that ends in dots', `${start}...`],
    ['a part that ends in an ellipsis', `${start}…`],
    ['a part with a mark', `${start}... [truncated]`],
    ['a part with a mark behind a member', '{"status":"success", [truncated]'],
    ['a part with a mark behind a number', '{"priority":12...(truncated, 5 KB more)'],
    ['a part with a mark behind half a word', '{"enabled":tr... [truncated]'],
    ['a part with a mark behind half an escape', '{"name":"\\u00... [truncated]'],
    ['a part with what was omitted', '{"status":"success","data":{ <300 bytes omitted>'],
    ['a part with what is more', '{"status":"success","data":[1,2, (3 more)'],
    ['what is left out inside', '{"status":"success", ...}'],
    ['what is left out inside, with an ellipsis', '{"status":"success","data":{…},"requestId":"x"}'],
    ['all of it, and a mark', `${json}... [truncated]`],
    ['Base64 that was cut', base64.slice(0, 101)],
    ['Base64 with a mark', `${base64.slice(0, 100)}...`],
  ]),
  { what: 'a member that says it was cut', response: { body: json, truncated: true }, outcome: 'unknown' },
  {
    what: 'marked Base64 with a mark',
    response: { body: `${base64.slice(0, 100)}... [truncated]`, isBase64Encoded: true },
    outcome: 'unknown',
  },
  {
    what: 'half of what was compressed',
    response: { body: gzipped.subarray(0, 40).toString('base64'), isBase64Encoded: true },
    headers: gzip,
    outcome: 'unknown',
  },
  ...withHeaders('unknown', length, [
    ['less than its length', '{"status":"success"}'],
    ['UTF-8 that was read as Latin-1', misread],
    ['bytes that were replaced', replaced],
  ]),
  ...withHeaders('unknown', gzip, [
    ['compressed bytes that were read as a text', gzipped.toString('utf8')],
    ['compressed bytes that were read as Latin-1', gzipped.toString('latin1')],
  ]),

  ...contents('whole', [
    ['HAR: text', { size, text: json }],
    ['HAR: text whose size was not known', { size: -1, text: json }],
    ['HAR: text whose size is none', { size: 0, text: json }],
    ['HAR: Base64', { size, text: base64, encoding: 'base64' }],
    ['HAR: text that is marked as Base64', { size, text: json, encoding: 'base64' }],
    ['HAR: a comment that nothing is cut', { size, text: json, comment: 'never truncated' }],
    ['HAR: a comment on other bodies', { size, text: json, comment: 'Bodies above 1 MB are truncated' }],
    ['HAR: a comment on a setting', { size, text: json, comment: 'truncated: false' }],
    ['HAR: another comment', { size, text: json, comment: 'untruncated' }],
  ]),
  ...contents('fields', [['HAR: Base64 that nothing marks', { size, text: base64 }]]),
  ...contents('not-json', [['HAR: a sentence that ends in dots', { size: 14, text: 'Please wait...' }]]),
  ...contents('unknown', [
    ['HAR: no text', { size, mimeType: 'application/json' }],
    ['HAR: a text of nothing', { size: 0, text: '' }],
    ['HAR: a file of its own', { size: -1, _file: '1f0c.json' }],
    ['HAR: a comment that it was cut', { size, text: json, comment: 'Response body was truncated at 1 MB' }],
    ['HAR: a comment of one word', { size, text: json, comment: '(truncated)' }],
    ['HAR: less than its size', { size: size + 1, text: json }],
    ['HAR: UTF-8 that was read as Latin-1', { size, text: misread }],
    ['HAR: bytes that were replaced', { size, text: replaced }],
  ]),
];
