import { gzipSync } from 'node:zlib';
import { conformingExchanges, recordingOf, withBody } from '../support/conforming.ts';
import { contract } from '../support/engine.ts';
import { buildReport } from '../support/subject.ts';
import { asEntry, asLine } from '../support/traffic.ts';

/** Documents of every format that is read back, each made hostile in one dimension. */
export interface Hostile {
  readonly format: 'HAR' | 'NDJSON' | 'recording' | 'report';
  readonly dimension: string;
  /** The largest size; the document is read at an eighth of it as well. At this one, quadratic time is many minutes. */
  readonly most: number;
  readonly make: (size: number) => string | Buffer;
}

type Row = readonly [dimension: string, most: number, make: Hostile['make']];

const [put, remove] = conformingExchanges().filter(({ credentials }) => credentials === 'authorised');
if (put === undefined || remove === undefined) throw new Error('there is no authorised exchange');

type Members = Record<string, unknown>;
type Message = { readonly request: Members; readonly response: Members } & Members;

const line = JSON.parse(asLine(remove)) as Message;
const entry = asEntry(remove) as Message;

function list<T>(count: number, make: (at: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

function lines(values: readonly unknown[]): string {
  return `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;
}

/** A line with other members of its request. */
function requested(members: Members, own: Message = line): Message {
  return { ...own, request: { ...own.request, ...members } };
}

/** JSON of a value, with a text in the place of its member that is called HERE. */
function around(value: unknown, text: string): string {
  return JSON.stringify(value).replace('"HERE":0', () => text);
}

const here = { HERE: 0 };

function har(text: string): Buffer {
  return gzipSync(`{"log":{"version":"1.2",${text}}}`, { level: 1 });
}

function hars(make: (size: number) => string): Hostile['make'] {
  return (size) => har(make(size));
}

/** An entry with a member of its own, written as it is given. */
function inEntry(text: string): string {
  return `"entries":[${around({ ...entry, ...here }, text)}]`;
}

const ofHar: readonly Row[] = [
  ['arrays that open', 30e6, hars((size) => `"entries":[${'['.repeat(size)}`)],
  ['arrays that open in pages', 30e6, hars((size) => `"pages":[${'['.repeat(size)}`)],
  ['objects that open in what is skipped', 5e6, hars((size) => `"x":${'{"a":'.repeat(size)}`)],
  [
    'depth of a member of an entry',
    10e6,
    hars((size) => inEntry(`"x":${'['.repeat(size)}${']'.repeat(size)}`)),
  ],
  ['empty objects of an entry', 10e6, hars((size) => inEntry(`"x":[${'{},'.repeat(size)}0]`))],
  ['members of an entry', 2e6, hars((size) => inEntry(list(size, (at) => `"${at}":1`).join()))],
  ['digits of a number', 30e6, hars((size) => inEntry(`"x":${'1'.repeat(size)}`))],
  ['length of a name', 30e6, hars((size) => inEntry(`"${'n'.repeat(size)}":1`))],
  ['escapes of a text', 5e6, hars((size) => inEntry(`"x":"${'\\ud800'.repeat(size)}"`))],
  ['white space', 200e6, hars((size) => `"entries":[${' '.repeat(size)}]`)],
  ['empty entries', 2e6, hars((size) => `"entries":[${'{},'.repeat(size)}{}]`)],
  ['members that are skipped', 2e6, hars((size) => `${'"x":[{"a":1}],'.repeat(size)}"entries":[]`)],
];

function headers(count: number, name: (at: number) => string, value = 'value-of-it-'): readonly string[][] {
  return list(count, (at) => [name(at), `${value}${at}`]);
}

function docker(log: string, stream = 'stdout'): object {
  return { log, stream, time: '2026-01-01T00:00:00Z' };
}

/** One exchange with so many headers of its request. */
const withHeaders = (name: (at: number) => string) => (size: number) =>
  lines([requested({ headers: headers(size, name) })]);
/** As many exchanges as the size says, or so many. */
const exchanges = (size: number, members: Members) => lines(list(size, () => requested(members)));

const ofLines: readonly Row[] = [
  ['headers of a request', 60_000, withHeaders((at) => `x-${at}`)],
  ['headers of a request that are shown', 60_000, withHeaders((at) => `accept-${at}`)],
  ['headers whose names say secret', 60_000, withHeaders((at) => `x-${at}-token`)],
  [
    'values of one header',
    60_000,
    (size) => exchanges(1, { headers: { accept: list(size, (at) => `a/${at}`) } }),
  ],
  [
    'headers of a response',
    60_000,
    (size) => lines([{ ...line, response: { ...line.response, headers: headers(size, (at) => `x-${at}`) } }]),
  ],
  [
    'exchanges with 400 long headers',
    40,
    (size) => exchanges(size, { headers: headers(400, (at) => `accept-${at}`, 'v'.repeat(9_000)) }),
  ],
  [
    'exchanges with long names of secrets',
    40,
    (size) => exchanges(size, { headers: headers(150, (at) => `${'n'.repeat(20_000)}${at}-token`) }),
  ],
  [
    'length of a query, in many exchanges',
    3e6,
    (size) => exchanges(20, { url: `${line.request['url']}?q=${'q'.repeat(size)}` }),
  ],
  [
    'length of an identifier, in many exchanges',
    3e6,
    (size) => exchanges(20, { url: `https://h/entity/${'e'.repeat(size)}/automationRule/r` }),
  ],
  [
    'depth of a body',
    1e6,
    (size) => `${around(requested({ body: here }), `"a":${'['.repeat(size)}1.50${']'.repeat(size)}`)}\n`,
  ],
  [
    'depth beside the exchange',
    2e6,
    (size) => `${around({ ...line, ...here }, `"x":${'['.repeat(size)}${']'.repeat(size)}`)}\n`,
  ],
  ['arrays that open', 200e6, (size) => gzipSync('['.repeat(size), { level: 1 })],
  ['lines', 2e6, (size) => '{}\n'.repeat(size)],
  ['names in a line that is no JSON', 800_000, (size) => `{${'"request" '.repeat(size)}\n`],
  [
    'wrapped lines that never end',
    400_000,
    (size) => `${JSON.stringify(docker('0123456789abcdef'))}\n`.repeat(size),
  ],
  [
    'wrapped lines that never end, of two streams',
    200_000,
    (size) => lines([docker('{"a":"'), docker('{"b":"', 'stderr')]).repeat(size),
  ],
  ['empty wrapped lines', 400_000, (size) => `${JSON.stringify(docker(''))}\n`.repeat(size)],
];

const recording = { line: 'exchange', exchange: put } as const;
function recorded(request: Members): string {
  return lines([{ ...recording, exchange: { ...put, request: { ...put?.request, ...request } } }]);
}

const ofRecordings: readonly Row[] = [
  ['headers of a request', 60_000, (size) => recorded({ headers: headers(size, (at) => `x-${at}`) })],
  [
    'headers whose names say secret',
    10_000,
    (size) => recorded({ headers: headers(size, (at) => `x-${at}-token`) }),
  ],
  [
    'depth of a line',
    2e6,
    (size) => `{"line":"exchange","exchange":${'['.repeat(size)}${']'.repeat(size)}}\n`,
  ],
  ['lines', 100_000, (size) => lines([recording]).repeat(size / 10)],
];

const deviating = buildReport(
  contract,
  recordingOf(withBody('put', '{"code":200,"data":{},"requestId":"x"}')),
);

function reported(name: string, text: string): string {
  return around({ ...deviating, ...here }, `"${name}":${text}`);
}

const [shown] = deviating.exchanges;
const place = '{"part":"body","at":"","what":"x"},';

const ofReports: readonly Row[] = [
  [
    'masked places of an exchange',
    1_700_000,
    (size) =>
      reported(
        'exchanges',
        `[${JSON.stringify(shown)
          .replace('"masked":[', () => `"masked":[${place.repeat(size)}`)
          .replace(',]', ']')}]`,
      ),
  ],
  [
    'exchanges',
    40_000,
    (size) => reported('exchanges', `[${list(size, () => JSON.stringify(shown)).join()}]`),
  ],
  ['empty objects', 20e6, (size) => reported('x', `[${'{},'.repeat(size)}0]`)],
  ['depth', 20e6, (size) => reported('x', `${'['.repeat(size)}${']'.repeat(size)}`)],
  ['members', 4e6, (size) => reported('x', `{${list(size, (at) => `"${at}":1`).join()}}`)],
  ['length of a text', 60e6, (size) => reported('x', `"${'x'.repeat(size)}"`)],
];

function all(format: Hostile['format'], dimensions: readonly Row[]): readonly Hostile[] {
  return dimensions.map(([dimension, most, make]) => ({ format, dimension, most, make }));
}

export const hostileDocuments: readonly Hostile[] = [
  ...all('HAR', ofHar),
  ...all('NDJSON', ofLines),
  ...all('recording', ofRecordings),
  ...all('report', ofReports),
];
