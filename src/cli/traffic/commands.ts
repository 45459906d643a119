import { reporterNames } from '../../../reporters/index.ts';
import { choice, formats, line, path, wholeNumber } from '../../kinds/kinds.ts';
import { trafficFormats } from '../../model/traffic.ts';
import { contract } from '../../operations/index.ts';
import { baseUrl } from '../../settings/base-url.ts';
import { checkSettings, reportSettings, shownIds } from '../../settings/run-settings.ts';
import { highestPartId } from '../../traffic/parts.ts';
import { operationOption, port, printOptions, sides } from '../options/common.ts';
import { about, type CommandInput, command, type OptionValues, same } from '../options/option.ts';

/** The commands that judge traffic, and send nothing of their own: `check` and `watch`. */

const scopeOptions = {
  operation: operationOption,
  ...about('checks', {
    side: {
      kind: choice(sides),
      default: 'both',
      description: 'Which messages to judge.',
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
      description: 'Unreadable entries to accept.',
      example: '10',
    },
    require: {
      kind: {
        ...line('ID', 'the id of a requirement'),
        values: () => contract.requirements.map(({ id }) => id),
      },
      several: true,
      description: 'A requirement that has to be checked.',
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
      description: 'Report folder.',
      example: 'build/traffic',
    },
  }),
};

const checkOptions = {
  ...verdictOptions,
  ...scopeOptions,
  ...about('command', {
    format: {
      kind: { ...choice(trafficFormats), placeholder: 'NAME' },
      description: 'Format of the files; detected without it.',
      example: 'har',
    },
    jobs: {
      kind: wholeNumber(1, 16),
      default: '1',
      description: 'Number of threads that judge.',
      example: '4',
    },
  }),
  ...about('checks', {
    baseUrl: {
      kind: baseUrl,
      description: 'Judge only URLs that begin with this.',
      example: 'https://staging.example.com/api',
    },
    headersComplete: 'The recording has all headers that were sent.',
  }),
  ...about('reports', {
    partial: {
      kind: path('file', 'a file, or - for standard output'),
      conflicts: ['strict', 'requireShown', 'waivers', 'answers', 'gateAnswers', 'require', 'reporter'],
      description: 'Write a part, not reports; - prints it.',
      example: 'part-1.json',
    },
    partId: {
      kind: wholeNumber(0, highestPartId),
      description: 'Number of this part, counted from 0 or from 1.',
      example: '0',
    },
    parts: {
      kind: wholeNumber(1, highestPartId),
      description: 'Number of all parts.',
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
      description: 'The base URL of the service.',
      example: 'https://staging.example.com/api',
    },
  }),
  ...about('command', {
    port: { kind: port, default: '4010', description: 'Port; 0 takes any free one.' },
    listen: {
      kind: line('ADDRESS', 'an address of this machine'),
      default: '127.0.0.1',
      description: 'Address to listen on.',
    },
    allowHost: {
      kind: line('NAME', 'a host name'),
      several: true,
      description: 'A further host name that clients may use.',
      example: 'build-7.example.com',
    },
  }),
  ...about('reports', {
    record: {
      kind: path('file', 'a file'),
      description: 'Also write the traffic to this file, masked.',
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
    "check 'logs/*.ndjson.gz' --jobs 4",
    'check - --format ndjson --require put.data:type < traffic.ndjson',
    "check 'part-*.json' --out traffic-report",
  ],
  footer: 'Recording traffic: docs/traffic.md; judging it in parts: docs/scale.md',
  act: async (given) => (await import('./check.ts')).check(given),
});

export const watch = command({
  options: watchOptions,
  settings: ({ connects }) => connects === true,
  examples: [
    'watch --upstream http://127.0.0.1:3100',
    'watch --upstream http://127.0.0.1:3100 --record seen.ndjson',
  ],
  footer: 'Ctrl-C or SIGTERM ends it and writes the reports: docs/watch.md',
  act: async (given) => (await import('./watch.ts')).watch(given),
});
