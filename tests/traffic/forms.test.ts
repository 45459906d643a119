import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { faultsOf } from '../cases/requirement-faults.ts';
import { wrappers } from '../cases/wrapped-lines.ts';
import { root } from '../support/cli.ts';
import { recordingOf } from '../support/conforming.ts';
import { deviatingIn, requirements } from '../support/engine.ts';
import { sampleOf } from '../support/properties.ts';
import { runReference } from '../support/reference-run.ts';
import { type Exchange, judge } from '../support/subject.ts';
import {
  asEntry,
  asHar,
  asLine,
  deviatingOf,
  readOf,
  recordingText,
  verdictsOf,
} from '../support/traffic.ts';

/** A run of the reference service, in every form in which traffic is recorded, has the verdicts of the run. */

const { exchanges: sound, ...recording } = (await runReference({})).recording;

/** The same with a wrong type, names twice, and dates of ISO 8601. */
const faulty = sound.map((one): Exchange => {
  if (one.response === undefined) return one;
  const text = one.response.body.text
    .replaceAll('"enabled":true', '"enabled":"yes"')
    .replace('{', '{"status":"success",')
    .replaceAll(/(\d\d) (\d\d:\d\d:\d\d)/g, '$1T$2');
  return {
    ...one,
    response: { ...one.response, body: { encoding: 'utf8', text, bytes: Buffer.byteLength(text) } },
  };
});

interface Form {
  readonly written: (exchanges: readonly Exchange[]) => string | Buffer;
  readonly format: string;
  /** Entries that are none, for each exchange. */
  readonly other?: number;
  /** Ends of the ids of what nobody can say of it. */
  readonly loses?: RegExp;
}

const lines = (exchanges: readonly Exchange[]) => exchanges.map(asLine);
const har = (exchanges: readonly Exchange[], indent?: number) => asHar(exchanges.map(asEntry), indent);

/** As newman writes it. */
function newman(exchanges: readonly Exchange[]): string {
  const executions = exchanges.map((one) => {
    const { request, response } = JSON.parse(asLine(one));
    const header = (pairs: readonly (readonly [string, string])[]) =>
      pairs.map(([key, value]) => ({ key, value }));
    return {
      item: { name: one.id },
      request: {
        ...request,
        header: header(request.headers),
        body: { mode: 'raw', raw: request.body ?? '' },
      },
      response: {
        code: response.status,
        header: header(response.headers),
        stream: { type: 'Buffer', data: [...Buffer.from(response.body)] },
      },
    };
  });
  return JSON.stringify({ collection: { info: {} }, run: { stats: {}, executions } }, null, 2);
}

/** Every body is a value, as loggers write it that parse what they see. */
const parsed = (exchanges: readonly Exchange[]) =>
  lines(exchanges)
    .map((line) => {
      const { response, ...rest } = JSON.parse(line);
      return JSON.stringify({
        ...rest,
        response: { ...response, body: JSON.parse(response.body || 'null') },
      });
    })
    .join('\n');

const gzip = (text: string) => zlib.gzipSync(`${text}\n`);
const { zstdCompressSync } = zlib as { readonly zstdCompressSync?: (text: string) => Buffer };
const bytesAlone = /:(?:json|unique-keys|byte-order-mark)$/;

const forms: Readonly<Record<string, Form>> = {
  'a recording': {
    written: (exchanges) => recordingText({ ...recordingOf(exchanges), ...recording, exchanges }),
    format: 'recording',
  },
  lines: { written: (exchanges) => lines(exchanges).join('\n'), format: 'ndjson' },
  'lines with carriage returns, behind a byte order mark': {
    written: (exchanges) => `\ufeff${lines(exchanges).join('\r\n')}\r\n`,
    format: 'ndjson',
  },
  'bodies as values': { written: parsed, format: 'ndjson', loses: bytesAlone },
  'a HAR': { written: (exchanges) => har(exchanges), format: 'har' },
  'a HAR that is laid out, behind a byte order mark': {
    written: (exchanges) => `\ufeff${har(exchanges, 2)}\n`,
    format: 'har',
  },
  "newman's report": { written: newman, format: 'newman' },
  'gzip of several members': {
    written: (exchanges) => Buffer.concat(lines(exchanges).map(gzip)),
    format: 'ndjson',
  },
  ...(zstdCompressSync === undefined
    ? {}
    : { zstd: { written: (exchanges) => zstdCompressSync(lines(exchanges).join('\n')), format: 'ndjson' } }),
  ...Object.fromEntries(
    Object.entries(wrappers).map(([name, wrapped]): [string, Form] => [
      name,
      { written: (exchanges) => lines(exchanges).flatMap(wrapped).join('\n'), format: 'ndjson', other: 1 },
    ]),
  ),
};

/** In pieces of so many bytes, none of which a reader can count on. */
function inPieces(content: string | Buffer, size: number): readonly Buffer[] {
  const bytes = Buffer.from(content as string);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
}

test.each(Object.entries(forms))(
  '%s of a run with faults',
  async (_, { written, format, other = 0, loses }) => {
    const expected = [...judge(faulty).findings].map(([id, { verdict }]) => [
      id,
      loses?.test(id) === true ? 'not-exercised' : verdict,
    ]);
    for (const size of [7, 4_096]) {
      const read = await readOf(inPieces(written(faulty), size), { headersComplete: true });
      expect(read.info).toMatchObject({ exchanges: faulty.length, other: other * faulty.length, bad: 0 });
      expect(read.info.sources[0]?.format).toBe(format);
      expect(verdictsOf(read)).toEqual(Object.fromEntries(expected));
    }
  },
);

test.each(Object.entries(wrappers).filter(([name]) => name.includes('parts')))(
  '%s: the last part is missing, and no entry goes lost without a word',
  async (_, wrapped) => {
    const [first = '', ...others] = lines(sound);
    const log = wrapped(first);
    const at = log.findLastIndex((line) => !/starting|level/.test(line));
    const { info } = await readOf([...others, ...log.toSpliced(at, 1)].join('\n'));
    expect(info).toMatchObject({ exchanges: others.length, bad: 1 });
  },
);

/** A body that may be the beginning of JSON may have been cut by its recorder. */
const isCut = ({ response }: Exchange) =>
  response !== undefined && /^\s*$|^\{.*[^}\]]$/s.test(response.body.text);
const written = [
  (exchanges: readonly Exchange[]) => recordingText(recordingOf(exchanges)),
  (exchanges: readonly Exchange[]) => lines(exchanges).join('\n'),
  // A byte order mark at the beginning of a text is lost in it, as in the browsers that write it.
  (exchanges: readonly Exchange[]) => har(exchanges),
];

test.each(sampleOf(sampleOf(requirements)).map((one, at) => [one.id, at % 3] as const))(
  'exchanges that break %s, in form %i, have the deviations of the judge',
  async (id, form) => {
    const ofId = requirements.filter((one) => one.id === id).flatMap(faultsOf);
    for (const { name, exchanges } of ofId.filter((one) => !one.exchanges.some(isCut)).slice(0, 3)) {
      if (form === 2 && id.endsWith(':byte-order-mark')) continue;
      const read = await readOf(written[form]?.(exchanges) ?? '', { headersComplete: true });
      expect(deviatingOf(read), name).toEqual(deviatingIn(exchanges));
    }
  },
);

test("Polly's HAR of a service with two faults: they are found, and none besides", async () => {
  const polly = readFileSync(join(root, 'tests/support/fixtures/traffic/polly.har'), 'utf8');
  const read = await readOf(polly, { side: 'both' });
  expect(read.info).toMatchObject({ exchanges: 3, other: 1, bad: 0 });
  expect(deviatingOf(read)).toEqual(['delete.data.createdAt:format', 'put.data.enabled:type']);
  expect(JSON.stringify(read.exchanges)).not.toContain('reference-token-that-protects-nothing');
});
