import type { Blocks } from '../../src/traffic/blocks.ts';
import type { TrafficSource } from '../../src/traffic/sources.ts';
import { contract } from './engine.ts';
import {
  type Exchange,
  gatherTraffic,
  type ReadTraffic,
  type Recording,
  recordingLineProblem,
  type TrafficOptions,
  trafficOf,
} from './subject.ts';

/** Traffic in memory, as files, proxies and browsers write it. */

/** What a block holds when the next one is asked for: nothing that a reader could take for its own. */
const overwritten = 0x07;

/** As a file is read: every block is in one buffer. */
async function* inOneBuffer(blocks: readonly Buffer[]): Blocks {
  const buffer = Buffer.alloc(Math.max(0, ...blocks.map(({ length }) => length)));
  for (const block of blocks) {
    block.copy(buffer);
    yield buffer.subarray(0, block.length);
    buffer.fill(overwritten);
  }
}

/** @param blocks bytes as they come, or a text */
export function sourceOf(content: string | readonly Buffer[], name = 'traffic'): TrafficSource {
  const blocks = typeof content === 'string' ? [Buffer.from(content)] : content;
  return { name, bytes: null, open: () => inOneBuffer(blocks), file: null };
}

export const trafficOptions: TrafficOptions = {
  operations: contract.operations.map(({ name }) => name),
  baseUrl: null,
  format: null,
  headersComplete: false,
  side: 'response',
  check: (value) => recordingLineProblem(value),
};

export async function readSources(
  sources: readonly TrafficSource[],
  changes: Partial<TrafficOptions> = {},
): Promise<ReadTraffic> {
  const all = { ...trafficOptions, ...changes };
  return trafficOf(await gatherTraffic(sources, all), 0, all.signal?.aborted === true);
}

export function readOf(
  content: string | readonly Buffer[],
  changes: Partial<TrafficOptions> = {},
): Promise<ReadTraffic> {
  return readSources([sourceOf(content)], changes);
}

/** By id of the requirement. */
export function verdictsOf({ judgement }: Pick<ReadTraffic, 'judgement'>): Readonly<Record<string, string>> {
  return Object.fromEntries([...judgement.findings].map(([id, { verdict }]) => [id, verdict]));
}

/** Ids of the requirements that deviate, sorted. */
export function deviatingOf({ judgement }: Pick<ReadTraffic, 'judgement'>): readonly string[] {
  return [...judgement.findings].flatMap(([id, { verdict }]) => (verdict === 'deviates' ? [id] : [])).sort();
}

/** The lines that a run writes. */
export function recordingText({ header, exchanges, unsent, durationMs, cut }: Recording): string {
  const lines = [
    { line: 'run', formatVersion: 1, header },
    ...exchanges.map((exchange) => ({ line: 'exchange', exchange })),
    ...unsent.map((one) => ({ line: 'unsent', unsent: one })),
    { line: 'end', durationMs, cut },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The token of a request that has one; only that of the suite itself is known as made up. */
function authorization({ credentials }: Exchange): readonly (readonly [string, string])[] {
  if (credentials === 'none') return [];
  const token = credentials === 'made-up' ? 'made-up-token-of-a-conformance-suite' : 'token-of-a-client';
  return [['Authorization', `Bearer ${token}`]];
}

/** An exchange as a proxy writes it, one a line: headers as pairs, bodies as text. */
export function asLine(exchange: Exchange): string {
  const { request, response, timings } = exchange;
  const type = ['Content-Type', 'application/json'] as const;
  const length = ['Content-Length', String(response?.body.bytes)] as const;
  return JSON.stringify({
    startedDateTime: timings.startedAt,
    request: {
      method: request.method,
      url: request.url,
      headers: [...authorization(exchange), type, ...request.headers],
      ...(request.body === undefined ? {} : { body: request.body }),
    },
    response: {
      status: response?.status,
      ...(response?.reason ? { statusText: response.reason } : {}),
      headers: [...(response?.headers ?? []), type, length],
      body: response?.body.text,
      ...(response?.body.encoding === 'base64' ? { bodyEncoding: 'base64' } : {}),
    },
  });
}

function nameAndValue([name, value]: readonly [string, string]) {
  return { name, value };
}

/** An exchange as an entry of a HAR. */
export function asEntry(exchange: Exchange): object {
  const { request, response, timings } = exchange;
  const { body } = request;
  const type = { name: 'content-type', value: 'application/json' };
  const length = { name: 'content-length', value: String(response?.body.bytes) };
  return {
    startedDateTime: timings.startedAt,
    time: 3,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [...[...authorization(exchange), ...request.headers].map(nameAndValue), type],
      queryString: [],
      ...(body === undefined ? {} : { postData: { mimeType: type.value, text: body } }),
      headersSize: -1,
      bodySize: body === undefined ? 0 : Buffer.byteLength(body),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.reason ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [...(response?.headers ?? []).map(nameAndValue), type, length],
      content: {
        size: response?.body.bytes ?? 0,
        mimeType: type.value,
        ...(response === undefined ? {} : { text: response.body.text }),
        ...(response?.body.encoding === 'base64' ? { encoding: 'base64' } : {}),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 2, receive: 1 },
  };
}

export function asHar(entries: readonly object[], indent?: number): string {
  return JSON.stringify(
    { log: { version: '1.2', creator: { name: 't', version: '0' }, pages: [], entries } },
    null,
    indent,
  );
}
