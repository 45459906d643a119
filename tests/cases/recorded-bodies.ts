import { gzipSync } from 'node:zlib';
import { exchangeOf, putAnswer, utf8Response } from '../support/conforming.ts';
import { asEntry, asHar } from '../support/traffic.ts';
import { recordedPut } from './recorded-entries.ts';

/** What recorders do to the body of a response; golden/recorded/bodies.txt has what a check may say of each. */

const json = JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, note: 'é' } });
const size = Buffer.byteLength(json);
const base64 = Buffer.from(json).toString('base64');
const inLines = base64.replace(/(.{60})/g, '$1\n');
const gzipped = gzipSync(json);
const start = json.slice(0, 150);
const misread = Buffer.from(json).toString('latin1');
const replaced = json.replace('é', '\ufffd');
const wait = 'Please wait...';

const placeholders = [
  ...['[Redacted]', '[application/json redacted]', '<omitted>', '(body omitted, 512 bytes)', '[Filtered]'],
  ...['{hidden}', '[body not logged]', '<binary data>', 'REDACTED', '********', '-', '[object Object]'],
  '<Buffer 7b 22 73 74 61 74 75 73 22 3a ... 412 more bytes>',
];

/** Beginnings of JSON, each with what its recorder wrote behind it. */
const cut = [
  ...[
    '{"status":"success", [truncated]',
    '{"priority":12...(truncated, 5 KB more)',
    '{"enabled":tr... [truncated]',
  ],
  ...['{"name":"\\u00... [truncated]', '{"status":"success","data":{ <300 bytes omitted>'],
  ...['{"status":"success","data":[1,2, (3 more)', '{"status":"success", ...}'],
  '{"status":"success","data":{…},"requestId":"x"}',
];

const named = (texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, text]));

/** In a line, in which nothing else is said of the body. */
const alone: Readonly<Record<string, unknown>> = {
  text: json,
  'text with a line feed behind it': `${json}\n`,
  'our own form': { encoding: 'utf8', text: json, bytes: size },
  'our own form of bytes': { encoding: 'base64', text: base64, bytes: size },
  'bytes as Node.js writes them': JSON.parse(JSON.stringify(Buffer.from(json))),
  'a value': JSON.parse(json),
  'Base64 that nothing marks': base64,
  'Base64 without its padding': base64.replace(/=+$/, ''),
  'Base64 for URLs': Buffer.from(json).toString('base64url'),
  'Base64 in lines that nothing marks': inLines,
  'Base64 that was cut': base64.slice(0, 101),
  'Base64 with a mark': `${base64.slice(0, 100)}...`,
  'Base64 of no JSON': Buffer.from('Please wait, and again').toString('base64'),
  'a token': `${Buffer.from('{"alg":"RS256","typ":"JWT"}').toString('base64url')}.e30.c2ln`,
  'JSON with an error': json.replace('"status":"success",', '"status":"success" '),
  'JSON with more behind it': `${json} truncated ${json}`,
  ...named(['deleted', wait, 'Loading…', 'The rule was removed', 'Table truncated', '<html>hidden</html>']),
  nothing: undefined,
  null: null,
  'an empty text': '',
  'a JSON string in its place': '"[Redacted]"',
  ...named(placeholders),
  'a part': start,
  'a part that ends in dots': `${start}...`,
  'a part that ends in an ellipsis': `${start}…`,
  'a part with a mark': `${start}... [truncated]`,
  'all of it, and a mark': `${json}... [truncated]`,
  ...named(cut),
};

const marked = { isBase64Encoded: true };
const length = { headers: { 'Content-Length': String(size) } };
const gzip = { headers: { 'Content-Encoding': 'gzip' } };

/** In a line, beside what else is said of the body. */
const described: Readonly<Record<string, object>> = {
  'text of its stated length': { body: json, ...length },
  'text of which the coding was undone': { body: json, ...gzip },
  'Base64 that is marked': { body: base64, bodyEncoding: 'base64' },
  'Base64 with a mark in another case': { body: base64, encoding: 'BASE64' },
  'marked Base64 in lines': { body: inLines, ...marked },
  'marked Base64 with a mark that it was cut': { body: `${base64.slice(0, 100)}... [truncated]`, ...marked },
  'marked Base64 of a coding': { body: gzipped.toString('base64'), ...marked, ...gzip },
  'half of what was compressed': { body: gzipped.subarray(0, 40).toString('base64'), ...marked, ...gzip },
  'Base64 of a coding that nothing marks': { body: gzipped.toString('base64'), ...gzip },
  'text that is marked as Base64': { body: json, ...marked },
  'a sentence that is marked as Base64': { body: wait, ...marked },
  'a sentence of its stated length': { body: wait, headers: { 'Content-Length': '14' } },
  'a member that says it was cut': { body: json, truncated: true },
  'less than its length': { body: '{"status":"success"}', ...length },
  'UTF-8 that was read as Latin-1': { body: misread, ...length },
  'bytes that were replaced': { body: replaced, ...length },
  'compressed bytes that were read as a text': { body: gzipped.toString('utf8'), ...gzip },
  'compressed bytes that were read as Latin-1': { body: gzipped.toString('latin1'), ...gzip },
};

const comments = [
  ...['never truncated', 'Bodies above 1 MB are truncated', 'truncated: false', 'untruncated'],
  ...['Response body was truncated at 1 MB', '(truncated)'],
];

/** The content of a response in a HAR. */
const contents: Readonly<Record<string, object>> = {
  text: { size, text: json },
  'text whose size was not known': { size: -1, text: json },
  'text whose size is none': { size: 0, text: json },
  Base64: { size, text: base64, encoding: 'base64' },
  'text that is marked as Base64': { size, text: json, encoding: 'base64' },
  'Base64 that nothing marks': { size, text: base64 },
  [wait]: { size: 14, text: wait },
  'no text': { size, mimeType: 'application/json' },
  'a text of nothing': { size: 0, text: '' },
  'a file of its own': { size: -1, _file: '1f0c.json' },
  'less than its size': { size: size + 1, text: json },
  'UTF-8 that was read as Latin-1': { size, text: misread },
  'bytes that were replaced': { size, text: replaced },
  ...Object.fromEntries(comments.map((comment) => [`the comment ${comment}`, { size, text: json, comment }])),
};

const put = asEntry(exchangeOf('put', 'authorised', utf8Response(json))) as { readonly response: object };
const inLine = ({ headers = {}, ...response }: { readonly headers?: object }) =>
  recordedPut({
    response: { status: 200, headers: { 'Content-Type': 'application/json', ...headers }, ...response },
  });
const inHar = (content: object) => asHar([{ ...put, response: { ...put.response, headers: [], content } }]);

/** Traffic of one PUT by the name of its row. */
export const recordedBodies: readonly (readonly [what: string, traffic: string])[] = [
  ...Object.entries(alone).map(([what, body]) => [what, inLine({ body } as object)] as const),
  ...Object.entries(described).map(([what, response]) => [what, inLine(response)] as const),
  ...Object.entries(contents).map(([what, content]) => [`HAR: ${what}`, inHar(content)] as const),
];
