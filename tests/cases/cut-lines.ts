import { conformingExchanges } from '../support/conforming.ts';
import type { Exchange } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';

/** Lines of a log in which an entry is cut, or joined with another one. Each is one entry that could not be read. */

const long = 'x'.repeat(20_000);

function entry(at: number) {
  return JSON.parse(asLine(conformingExchanges()[at] as Exchange));
}

const { request, response, startedDateTime } = entry(2);

/** Ways in which tools order an entry. */
const orders: Readonly<Record<string, object>> = {
  'request first': { request, response },
  'time first': { startedDateTime, request, response },
  'response first': { response, request, startedDateTime },
  'a long member first': { kubernetes: { labels: { long } }, request, response, startedDateTime },
  'short names': { time: 1_772_445_600, res: response, req: request },
  'a body that was parsed': { request, response: { ...response, body: JSON.parse(response.body) }, time: 1 },
};

/** Ways in which a log holds a line of output; null for one that says when a line ends before its time. */
const wrappers: Readonly<Record<string, (line: string) => string>> = {
  plain: (line) => line,
  docker: (log) => JSON.stringify({ log: `${log}\n`, stream: 'stdout', time: 't' }),
  'docker, itself cut': (line) => JSON.stringify({ log: line, stream: 'stdout', time: 't' }).slice(0, -30),
  kubernetes: (line) => `2026-03-02T10:00:00.000000000Z stdout F ${line}`,
  'a shipper': (message) => JSON.stringify({ '@timestamp': 't', message, host: { name: 'a' } }),
  'two shippers': (line) => JSON.stringify({ message: JSON.stringify({ log: line, a: 1 }), b: 2 }),
};

/** Places of a text all over it, at its ends, and around the names of its members. */
function placesIn(text: string): readonly number[] {
  const named = ['"request"', '"response"', '"req"', '"res"'].flatMap((name) => {
    const at = text.indexOf(name);
    return at === -1 ? [] : [at, at + name.length, at + name.length + 2];
  });
  const spread = Array.from({ length: 24 }, (_, at) => 12 + at * Math.ceil(text.length / 24));
  const all = new Set([...spread, ...named, text.length - 12, text.length - 1]);
  return [...all].filter((at) => at > 1 && at < text.length);
}

/** Quotes that a rest has: one of brackets alone holds nothing of an entry. */
const restOf = (text: string, at: number) => (text.slice(at).includes('"') ? [text.slice(at)] : []);
const whole = JSON.stringify(entry(5));

/** Two halves may make an entry by chance, and nothing shows that they are two. */
function isJson(line: string): boolean {
  try {
    return JSON.parse(line) !== undefined;
  } catch {
    return false;
  }
}

/** Each is a line that holds an entry, or two, and cannot be read. */
function brokenLines(text: string): Readonly<Record<string, readonly string[]>> {
  const places = placesIn(text);
  return {
    'the beginning': places.map((at) => text.slice(0, at)),
    'the end': places.flatMap((at) => restOf(text, at)),
    'two in one line': [text + whole, `${text} ${whole}`, whole + text],
    'a whole one behind a beginning': places.map((at) => text.slice(0, at) + whole),
    'a beginning behind a whole one': places.map((at) => whole + text.slice(0, at)),
    'an end behind a whole one': places.flatMap((at) => restOf(text, at).map((rest) => whole + rest)),
    'an end behind a beginning': places
      .flatMap((at, index) => restOf(whole, 20 + index * 40).map((rest) => text.slice(0, at) + rest))
      .filter((line) => !isJson(line)),
  };
}

/** Each order alone, and each wrapper around the first. */
const pairs = [
  ...Object.entries(orders).map(([order, members]) => [order, members, wrappers['plain']] as const),
  ...Object.entries(wrappers).map(([name, wrap]) => [name, orders['request first'], wrap] as const),
].slice(1);

export const brokenLogs = pairs.flatMap(([name, members = {}, wrapped = (line) => line]) =>
  Object.entries(brokenLines(JSON.stringify(members))).map(
    ([damage, lines]) => [`${damage}: ${name}`, lines.map(wrapped)] as const,
  ),
);

/** Entries behind the end of another one; those can be read of which an object begins behind that end. */
export const behindAnEnd = Object.entries(orders).map(([order, members]) => {
  const text = JSON.stringify(members);
  return [order, placesIn(text).flatMap((at) => restOf(text, at).map((rest) => rest + whole))] as const;
});

/** Lines of logs that hold no entry, and no part of one. */
export const ordinaryLines = [
  'starting',
  '{not json',
  '{',
  '}',
  '  },',
  '  "level": "info",',
  '  "data": {',
  '  "list": [',
  '[1]',
  'null',
  '2026-03-02 INFO stored {"id":1} in 5 ms',
  '2026-03-02 INFO from {"id":1} to {"id":2}',
  "{ method: 'GET', url: '/a' }",
  "{'request': {'method': 'GET'}}",
  '127.0.0.1 - - [02/Mar/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 12 "-" "curl/8.5.0"',
  'request: {"method":"GET"}',
  'error: while reading response header from upstream, request: "GET /a HTTP/1.1", host: "a"',
  'map[a:map[b:1]] "x" {}',
  JSON.stringify({ level: 'info', message: 'stored {"id":1} in 5 ms' }),
  JSON.stringify({ level: 'warn', message: 'cannot read {"id":1,"na', request: 'GET /a' }),
  JSON.stringify({ log: 'starting\n', stream: 'stdout', time: 't' }),
  JSON.stringify({ log: { level: 'info' }, message: 'started' }),
  '2026-03-02T10:00:00Z stderr F starting',
  JSON.stringify({ request: { method: 'GET', url: 'https://h/' }, response: { status: 200 } }),
];
