import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../support/cli.ts';
import {
  conformingExchanges,
  deleteAnswer,
  exchangeOf,
  putAnswer,
  recordingOf,
  utf8Response,
} from '../support/conforming.ts';
import { limits } from '../support/subject.ts';
import { asEntry, asHar, asLine, recordingText } from '../support/traffic.ts';

/** Entries and files as recorders leave them; golden/recorded/ has what is read of each. */

type Rows = Readonly<Record<string, string | readonly Buffer[]>>;

const put = exchangeOf('put', 'authorised', utf8Response(JSON.stringify(putAnswer)));
const remove = exchangeOf('delete', 'authorised', utf8Response(JSON.stringify(deleteAnswer)));
// biome-ignore lint/suspicious/noExplicitAny: what another program writes
const entry: any = asEntry(put);
const { request, response, ...others } = entry;
const line = JSON.parse(asLine(put));
const bytes = (...all: readonly (string | Buffer)[]) => all.map((one) => Buffer.from(one as string));

/** A PUT in a line, with some changes to its members, its request and its response. */
export function recordedPut(changes: object = {}, sent: object = {}, returned: object = {}): string {
  return JSON.stringify({
    ...line,
    request: { ...line.request, ...sent },
    response: { ...line.response, ...returned },
    ...changes,
  });
}

/** The same, changed in place. */
export function editedPut(change: (one: typeof line) => void): string {
  const made = structuredClone(line);
  change(made);
  return JSON.stringify(made);
}

const withHeaders = (headers: unknown) => recordedPut({}, { headers });
const withStatus = (status: unknown) => asHar([{ ...entry, response: { ...response, status } }]);
const removed = asLine(remove);
const removedAt = (url: string) => removed.replace(/http:[^"]*/, url);
const inBoth = { Authorization: 'Bearer token-of-a-client', 'Content-Type': 'application/json' };
const pairs = Object.entries(inBoth);
const named = pairs.map(([name, value]) => ({ name, value }));
const har = JSON.parse(asHar([entry]));
const body = '<omitted>';

const entries: Rows = {
  'the response before the request': asHar([{ response, ...others, request }]),
  'entries before the version': JSON.stringify({ log: { entries: har.log.entries, version: '1.2' } }),
  'other members before the log': JSON.stringify({ _saved: { by: 'x', log: [] }, ...har }),
  'the same, laid out': JSON.stringify({ comment: 'a, "log": {', ...har }, null, 2),
  'a header without a value': withHeaders([{ name: 'x-a' }, ...named]),
  'a header of a name and null': withHeaders([['x-a', null], ...pairs]),
  'one header of several values': withHeaders({ 'x-a': [null, 'b'], ...inBoth }),
  'a header whose value is an object': withHeaders({ 'x-a': {}, ...inBoth }),
  'headers that are a text': recordedPut({}, {}, { headers: 'a: b' }),
  'an empty token': withHeaders({ ...inBoth, Authorization: ' ' }),
  'an empty token beside another': withHeaders([['Authorization', ''], ...pairs]),
  'a placeholder for the body of a DELETE': asLine({ ...remove, request: { ...remove.request, body } }),
  'empty identifiers': removed.replace(/entity\/\w+\/automationRule\/\w+/, 'entity//automationRule/'),
  'a host that looks like a path': removedAt('https://entity/e1/automationRule/r1'),
  'a host that looks like a part of a path': removedAt('https://entity/e1/automationRule'),
  'a path alone': removed.replace(/http:..[^/]*/, ''),
  'a path in a query': removed.replace(/http:..[^/]*/, 'https://h.example/x?y='),
  'a method in lower case': removed.replace('DELETE', 'delete'),
  'no URL': recordedPut({}, { url: undefined }),
  'names of Node.js': JSON.stringify({ req: line.request, res: { ...line.response, statusCode: 200 } }),
  'an empty response': recordedPut({ response: {} }),
  'no response': recordedPut({ response: undefined }),
  'a response of null': recordedPut({ response: null }),
};

const statuses = [0, -1, '0', null, undefined, '200', 'ok', 999].map(
  (status) => [`the status ${JSON.stringify(status)}`, withStatus(status)] as const,
);

const untimed = { startedDateTime: undefined };
const times = [
  { startedDateTime: '2026-01-02T03:04:05.678+01:00' },
  { time: 1_767_323_045 },
  { timestamp: 1_767_323_045_678 },
  { time: '2026-01-02T03:04:05Z' },
  { time: 12.5 },
  { time: 'yesterday' },
].map((time) => [`the time ${JSON.stringify(time)}`, recordedPut({ ...untimed, ...time })] as const);

const again = { startedDateTime: '2025-01-07T08:09:10.001Z' };
const viaWorker = recordedPut(again, {}, { _fetchedViaServiceWorker: true });

/** Records of exchanges with one requestId; each line may also be in a file of its own. */
export const copies: Readonly<Record<string, readonly string[]>> = {
  'one exchange three times': [recordedPut(), recordedPut(), recordedPut()],
  'another time, and one of them twice': [recordedPut(), recordedPut(again), recordedPut()],
  'no time': [recordedPut(untimed), recordedPut(untimed)],
  'another header': [recordedPut(), recordedPut({}, {}, { headers: [['x-a', 'b']] })],
  'another duration': [recordedPut({ time: 3 }), recordedPut({ time: 4 })],
  'another URL': [recordedPut(), recordedPut().replace('127.0.0.1:1', '127.0.0.1:2')],
  'another body': [recordedPut(), recordedPut().replace('DOING', 'DOINg')],
  'network and service worker': [viaWorker, recordedPut()],
};

const sample = JSON.parse(
  readFileSync(join(root, 'tests/support/fixtures/traffic/newman-report.json'), 'utf8'),
);
const [execution] = sample.run.executions;
const report = (...executions: readonly unknown[]) =>
  JSON.stringify({ ...sample, run: { ...sample.run, executions } }, null, 2);
const ofRequest = (members: object) =>
  report({ ...execution, request: { ...execution.request, ...members } });
const ofResponse = (members: object) =>
  report({ ...execution, response: { ...execution.response, ...members } });
const withUrl = (members: object) => ofRequest({ url: { ...execution.request.url, ...members } });
const unsent = { key: 'Authorization', value: 'Bearer tok-of-a-client', disabled: true };
const requestError = { code: 'ECONNRESET' };

const newman: Rows = {
  'a whole execution': report(execution),
  'no response, and an error': report({ ...execution, response: undefined, requestError }),
  'no headers of the request': ofRequest({ header: null }),
  'a header that was not sent, and one without a value': ofRequest({ header: [unsent, { key: 'X-A' }] }),
  'no headers of the response': ofResponse({ header: undefined }),
  'no stream': ofResponse({ stream: null }),
  'a stream of nothing': ofResponse({ stream: { type: 'Buffer', data: [] } }),
  'a refusal without a body': ofResponse({ code: 401, stream: undefined }),
  'a body that was decompressed': ofResponse({ header: [{ key: 'Content-Encoding', value: 'gzip' }] }),
  'a URL with a port and a query': withUrl({ port: '8443', query: [{ key: 'a', value: 'b' }], hash: 'c' }),
  'a URL without a protocol': withUrl({ protocol: undefined }),
  'a host as text': withUrl({ host: 'staging.example.com' }),
  'a URL of no operation': withUrl({ path: ['api', 'health'] }),
  'no request': report({ ...execution, request: undefined }),
  'no URL at all': ofRequest({ url: undefined }),
  'null in place of an execution': report(null, execution),
  'a report that is cut': report(execution, execution).slice(0, -400),
  'a report that is no JSON': report(execution).replace('"executions": [', '"executions": [,'),
};

const all = conformingExchanges();
const lines = all.map(asLine);
const whole = asHar(all.map(asEntry));
const text = `${lines.join('\n')}\n`;
const stored = gzipSync(text, { level: 0 });
const block = Buffer.alloc(1024 * 1024, 'x');
const tooLong = Array.from({ length: limits.lineBytes / block.length + 1 }, () => block);
const notUtf8 = Buffer.from(`${lines[0]}\n`);
notUtf8[notUtf8.indexOf('application') + 1] = 0xff;
const other = { request: { method: 'GET', url: 'https://h/a.js' }, response: { status: 200 } };
const log = [
  'starting',
  '{"level":"info"}',
  `2026-01-01 INFO ${lines[0]}`,
  '{not json',
  lines[1],
  '[1]',
  'null',
];
const recording = recordingText(recordingOf(all));

const files: Rows = {
  nothing: '',
  'empty lines': '\n\n',
  'a HAR that was cut': whole.slice(0, whole.lastIndexOf('"response"')),
  'a HAR that is no JSON': `${whole.slice(0, -2)},,]}`,
  'a HAR with more behind it': `${whole} {}`,
  'a HAR with an entry that is none': asHar([entry, { ...entry, response: { status: 'x' } }, entry]),
  'a HAR of other entries': asHar([other, other]),
  bytes: [Buffer.of(0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3)],
  'a JSON array': `[${lines.join(',')}]`,
  'a line that was cut': `${lines[0]}\n${lines[1]?.slice(0, 200)}`,
  'a line that is too long': [...bytes(`${lines[0]}\n`), ...tooLong, ...bytes(`\n${lines[1]}\n`)],
  'bytes that are not UTF-8': bytes(notUtf8, `${lines[1]}\n`),
  'a recording that its schema refuses': recording.replace('"credentials":"none"', '"credentials":"stolen"'),
  'lines of a log': log.join('\n'),
  'gzip that was cut at its end': [stored.subarray(0, -4)],
  'gzip that is damaged': [gzipSync(text).fill(0xff, 20, 60)],
};

const rule = '/api/entity/0123456789abcdef/automationRule/aaaabbbb';
const inner = { request: { method: 'DELETE', url: `https://h${rule}` }, response: { status: 200 } };

/** A request of the document in a form that is not read, and lines that hold none. */
const unread = Object.entries({
  'members of its own': { method: 'DELETE', path: rule, status: 200 },
  'without a slash at the end': { verb: 'PUT', uri: '/entity/a/valuation/derivative/fact/transformer' },
  'an access log': { remote: '127.0.0.1', request: `DELETE ${rule} HTTP/1.1`, status: 200 },
  'Elastic Common Schema': { http: { request: { method: 'DELETE' } }, url: { path: rule } },
  'an exchange in an object': { level: 'info', data: inner },
  'an exchange in a list': { batch: [inner] },
  'an exchange as text in a text': { level: 'info', event: JSON.stringify({ body: JSON.stringify(inner) }) },
  'another path': { method: 'DELETE', path: '/entity/a/other/1' },
  'another method': { method: 'GET', path: rule },
}).map(([name, value]) => [name, `starting\n${JSON.stringify(value)}\n`] as const);

/** By the name of a golden file. */
export const recorded: Readonly<Record<string, Rows>> = {
  entries: { ...entries, ...Object.fromEntries([...statuses, ...times]) },
  copies: {
    ...Object.fromEntries(Object.entries(copies).map(([name, own]) => [name, own.join('\n')])),
    'a service worker alone': viaWorker,
  },
  newman,
  files: { ...files, ...Object.fromEntries(unread) },
};
