import { reporterNames } from '../../../reporters/index.ts';
import { choice, formats, line, path, wholeNumber } from '../../kinds/kinds.ts';
import { trafficFormats } from '../../model/traffic.ts';
import { contract } from '../../operations/index.ts';
import { baseUrl } from '../../settings/base-url.ts';
import { checkSettings, reportSettings, shownIds } from '../../settings/run-settings.ts';
import { highestPartId } from '../../traffic/parts.ts';
import { atATime, port, printOptions } from '../options/common.ts';
import { operationOption, sides } from '../options/contract-options.ts';
import { about, type CommandInput, command, type OptionValues, same } from '../options/option.ts';

/** The commands that judge traffic, and send nothing of their own: `check` and `watch`. */

const exitCodes = `Exit codes:
  0  conforms     what the traffic shows of the document's operations conforms
  1  deviates     a requirement that the document states deviates, and no waiver accepts it
                  (under --strict, also one that the document only shows in an example)
  2  usage        the command line is wrong, or a file is missing
  3  incomplete   no exchange of the document, nothing that could be judged, too many entries that
                  could not be read (--max-bad), or a requirement of --require was not checked
  4  fault        the suite itself failed

docs/traffic.md describes how to record traffic with bodies, docs/scale.md how
to judge it in parts.`;

const watchFooter = `Exit codes are those of check. Ctrl-C or SIGTERM ends it and writes the reports.
docs/watch.md describes how to connect a client.`;

const scopeOptions = {
  operation: operationOption,
  ...about('checks', {
    side: {
      kind: choice(sides),
      default: 'both',
      description: 'The responses of the service, the requests of its clients, or both.',
      example: 'response',
    },
  }),
};

const verdictOptions = {
  ...printOptions,
  ...about('checks', {
    maxBad: {
      kind: wholeNumber(0, 1_000_000_000),
      default: '0',
      description: 'How many entries may be unreadable before the outcome is incomplete.',
      example: '10',
    },
    require: {
      kind: {
        ...line('ID', 'the id of a requirement'),
        values: () => contract.requirements.map(({ id }) => id),
      },
      several: true,
      description: 'A requirement that must be checked, or else the outcome is incomplete.',
      example: contract.requirements[0]?.id ?? '',
    },
  }),
  strict: same(checkSettings.strict),
  requireShown: { ...same(checkSettings.requireShown), kind: shownIds(contract.requirementsOn('both')) },
  waivers: { ...same(checkSettings.waiversFile), kind: path('file', 'a file of waivers in JSON') },
  answers: { ...same(checkSettings.answersFile), kind: path('file', 'a file of answers in JSON') },
  gateAnswers: same(checkSettings.gateAnswers),
  reporter: { ...same(reportSettings.reporter), kind: formats(reporterNames) },
  ...about('reports', {
    out: {
      kind: path('folder', 'a folder'),
      default: 'traffic-report',
      description: 'Folder for the reports.',
      example: 'build/traffic',
    },
  }),
};

const checkOptions = {
  ...verdictOptions,
  ...scopeOptions,
  ...about('command', {
    format: {
      kind: choice(trafficFormats),
      description: 'The format of the files; without this flag, it is detected.',
      example: 'har',
    },
    jobs: {
      kind: atATime,
      default: '1',
      description: 'Number of threads that judge. A large file is divided, at ends of lines, among them.',
      example: '4',
    },
  }),
  ...about('checks', {
    baseUrl: {
      kind: baseUrl,
      description:
        'Judge only exchanges whose URL begins with this base URL; without it, any host and path prefix.',
      example: 'https://staging.example.com/api',
    },
    headersComplete: 'The recording has all headers: a header that is missing was not sent.',
  }),
  ...about('reports', {
    partial: {
      kind: path('file', 'a file, or - for standard output'),
      description:
        'Write the findings as a part, instead of reports; check reads all parts. - for standard output.',
      example: 'part-1.json',
    },
    partId: {
      kind: wholeNumber(0, highestPartId),
      description: 'Number of this part, counted from 0 or from 1.',
      example: '0',
    },
    parts: {
      kind: wholeNumber(1, highestPartId),
      description: 'Number of all parts, so that a missing one is noticed.',
      example: '4',
    },
  }),
};

const watchOptions = {
  ...verdictOptions,
  ...scopeOptions,
  ...about('target', {
    upstream: {
      kind: line('URL', 'the base URL of the service'),
      needed: true,
      description: 'The base URL of the service; the paths of requests are appended to it.',
      example: 'https://staging.example.com/api',
    },
  }),
  ...about('command', {
    port: { kind: port, default: '4010', description: 'Port to listen on; 0 takes any free one.' },
  }),
  ...about('safety', {
    listen: {
      kind: line('ADDRESS', 'an address of this machine'),
      default: '127.0.0.1',
      description: 'Address to listen on; with any other than the default, other machines can use it.',
    },
    allowHost: {
      kind: line('NAME', 'a host name'),
      several: true,
      description: 'A host name by which clients may use it besides localhost and its address.',
      example: 'build-7.example.com',
    },
  }),
  ...about('reports', {
    record: {
      kind: path('file', 'a file'),
      description: 'Also write what was judged to this file, redacted; check reads it.',
      example: 'seen.ndjson',
    },
  }),
};

export type VerdictOptions = OptionValues<typeof verdictOptions>;
export type CheckInput = CommandInput<typeof checkOptions>;
export type WatchCommandInput = CommandInput<typeof watchOptions>;

export const check = command({
  options: checkOptions,
  examples: [
    'check traffic.har',
    "check 'logs/*.ndjson.gz' --jobs 4 --base-url https://api.example.com",
    'check - --format ndjson --require put.data:type < traffic.ndjson',
    "check 'part-*.json' --out traffic-report",
  ],
  footer: exitCodes,
  act: async (given) => (await import('./check.ts')).check(given),
});

export const watch = command({
  options: watchOptions,
  settings: ({ connects }) => connects === true,
  examples: [
    'watch --upstream http://127.0.0.1:3100',
    'watch --upstream https://staging.example.com/api --port 0 --record seen.ndjson',
  ],
  footer: watchFooter,
  act: async (given) => (await import('./watch.ts')).watch(given),
});
