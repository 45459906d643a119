import { commandLine } from '../../support/command-line.ts';
import { asEntry, asHar, asLine } from '../../support/traffic.ts';
import { deviatingExchanges, recordingLines, reportDocument } from './read-back.ts';

/** Every kind of file that a command reads back: a sound one, and the commands that read it. */

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

const waivers = {
  waivers: [
    { id: 'put.status:*', reason: 'known', owner: 'us', expires: '2099-01-01', flaky: true, ticket: 'T-1' },
  ],
};

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
  const { printed: traffic } = await commandLine(['check', 'ours.traffic', '--json', ...out], { cwd });
  const check = ['--side', 'both', ...allFormats, ...out];
  return [
    file('report', 'report.json', reportDocument, readsReport('report.json')),
    file('traffic report', 'traffic.json', JSON.parse(traffic), readsReport('traffic.json')),
    {
      kind: 'recording',
      name: 'exchanges.ndjson',
      text: linesOf(recordingLines),
      commands: [...readsReport('exchanges.ndjson'), ['check', 'exchanges.ndjson', ...check]],
    },
    file('waivers', 'waivers.json', waivers, [
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
