import { conformance } from '../support/cli.ts';
import { conformingExchanges, putAnswer, recordingOf, withBody } from '../support/conforming.ts';
import { reportOf } from '../support/engine.ts';
import type { Exchange } from '../support/subject.ts';
import { asEntry, asHar, asLine } from '../support/traffic.ts';

/** Every kind of file that a command reads back: a sound one, and the commands that read it. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Step = string | number;

export const deviatingExchanges = withBody('put', JSON.stringify({ ...putAnswer, status: 'OK' }));
const recording = recordingOf(deviatingExchanges);

function intentOf({ request: { method, addressed, url }, ...exchange }: Exchange): Json {
  const { id, operation, credentials, purpose } = exchange;
  const probe = { id, operation, credentials, method, path: '/x', purpose, addressed: { ...addressed } };
  return { line: 'intent', probe, url, at: '2025-01-07T08:09:10.000Z' };
}

function copied(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}

const failed = conformingExchanges()[1];

const waiver = { id: 'put.status:*', reason: 'known', owner: 'us', expires: '2099-01-01', flaky: true };

const head = { status: 200, reason: 'OK', headers: [['a', 'b']] };
const moreOf = ({ id }: Exchange) =>
  id === failed?.id
    ? { response: undefined, failure: { kind: 'tls', message: 'no', sent: true, head } }
    : { masked: [{ part: 'request-header', at: 'x-key', what: 'header x-key' }] };

/** The lines of a recording in which something deviates, a request failed, one was not sent and one is without an end. */
export const recordingLines: readonly Json[] = [
  {
    line: 'run',
    formatVersion: 1,
    header: copied({
      ...recording.header,
      plan: [...recording.header.plan, { probe: 'left', method: 'PUT', path: '/x', purpose: 'PUT' }],
      gaps: [{ operation: 'delete', reason: 'no rule', setting: 'RULE', isSet: false }],
      waivers: [waiver],
    }),
  },
  ...deviatingExchanges.map(intentOf),
  ...deviatingExchanges
    .filter(({ id }) => id !== 'delete-made-up-token')
    .map((exchange) => copied({ line: 'exchange', exchange: { ...exchange, ...moreOf(exchange) } })),
  {
    line: 'unsent',
    unsent: { probe: 'left', operation: 'put', reason: 'served', servedBy: 'put-no-header' },
  },
  { line: 'end', durationMs: 12, cut: false },
];

/** A report in which something deviates. */
export const reportDocument: Json = copied(reportOf(recording));

/** Every place of a value. */
export function pathsOf(value: Json, path: readonly Step[] = []): readonly (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: readonly (readonly [Step, Json])[] = Array.isArray(value)
    ? value.map((item, at) => [at, item] as const)
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, item]) => pathsOf(item, [...path, key]))];
}

type Command = readonly string[];

export interface ReadFile {
  readonly kind: string;
  readonly name: string;
  readonly text: string;
  readonly commands: readonly Command[];
}

/** A secret that nothing may print. */
export const environment = { CONFORMANCE_ACCESS_TOKEN: 'token-of-somebody-7f3a' };

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

const out = ['--out', 'out'];

const readsReport = (name: string): readonly Command[] => [
  ['render', name, ...out],
  ['render', name, '--previous', 'ours.json', ...out],
  ['render', 'ours.json', '--previous', name, '--verbose', ...out],
  ['compare', name, 'ours.json', ...out],
  ['compare', 'ours.json', name, ...out],
  ['compare', name, 'ours.json', 'ours.json', ...out],
  ['waive', name, '--out', 'waived.json'],
];

const allFormats = ['--reporter', 'terminal,json,junit,markdown,html,sarif,code-quality'];

const aim = [
  ...['--base-url', 'http://127.0.0.1:9', '--allow-writes-to', '127.0.0.1:9', '--entity-id', 'e'],
  ...['--business-data-type-id', 'b', '--env-file', 'ours.env'],
];

const reference = ['run', '--reference', '--quiet', ...allFormats, ...out];

/** Files beside the one that is tried. */
export const besides: Readonly<Record<string, string>> = {
  'ours.json': JSON.stringify(reportDocument),
  'ours.ndjson': linesOf(recordingLines),
  'ours.env': 'CONFORMANCE_ACCESS_TOKEN=token-of-somebody-7f3a\n',
  'ours.traffic': deviatingExchanges.map((one) => `${asLine(one)}\n`).join(''),
};

/** @param cwd a folder with the files beside */
export async function readFiles(cwd: string): Promise<readonly ReadFile[]> {
  const { stdout: traffic } = await conformance(['check', 'ours.traffic', '--json', ...out], { cwd });
  const check = ['--side', 'both', ...allFormats, ...out];
  return [
    file('report', 'report.json', reportDocument, readsReport('report.json')),
    file('traffic report', 'traffic.json', JSON.parse(traffic), readsReport('traffic.json')),
    plain('recording', 'exchanges.ndjson', linesOf(recordingLines), [
      ...readsReport('exchanges.ndjson'),
      ['check', 'exchanges.ndjson', ...check],
    ]),
    file('waivers', 'waivers.json', { waivers: [{ ...waiver, ticket: 'T-1' }] }, [
      [...reference, '--waivers', 'waivers.json'],
      ['render', 'ours.ndjson', '--waivers', 'waivers.json', ...out],
      ['check', 'ours.traffic', '--waivers', 'waivers.json', ...check],
      ['run', '--plan', ...aim, '--waivers', 'waivers.json'],
    ]),
    file('previous', 'previous.json', reportDocument, [
      [...reference, '--previous', 'previous.json', '--history', 'out/history'],
    ]),
    plain(
      'environment',
      '.env',
      'CONFORMANCE_ACCESS_TOKEN=token-of-a-file\nCONFORMANCE_TIMEOUT_MS=5000\nCONFORMANCE_REPEAT="3"\n',
      [['run', '--plan', ...aim.slice(0, -2)]],
    ),
    plain('HAR', 'traffic.har', asHar(deviatingExchanges.map(asEntry)), [
      ['check', 'traffic.har', ...check],
      ['check', 'traffic.har', '--partial', '-', '--part-id', '1', '--parts', '2'],
    ]),
    plain('NDJSON', 'traffic.ndjson', besides['ours.traffic'] ?? '', [
      ['check', 'traffic.ndjson', ...check],
      ['check', 'traffic.ndjson', '--headers-complete', '--partial', '-', '--part-id', '0', '--parts', '2'],
    ]),
  ];
}

function file(kind: string, name: string, document: unknown, commands: readonly Command[]): ReadFile {
  return plain(kind, name, `${JSON.stringify(document)}\n`, commands);
}

function plain(kind: string, name: string, text: string, commands: readonly Command[]): ReadFile {
  return { kind, name, text, commands };
}
