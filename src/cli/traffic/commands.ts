import { reporterNames } from '../../../reporters/index.ts';
import { hostnameOf } from '../../http/hosts.ts';
import { choice, formats, line, path, toggle, wholeNumber } from '../../kinds/kinds.ts';
import { quoted, textKind } from '../../kinds/setting.ts';
import { contract } from '../../operations/index.ts';
import { baseUrl } from '../../settings/base-url.ts';
import { checkSettings, reportSettings, runSettings, shownIds } from '../../settings/run-settings.ts';
import { highestPartId } from '../../traffic/parts.ts';
import {
  type CommandInput,
  command,
  type OptionValues,
  option,
  port,
  printOptions,
  same,
  sides,
} from '../options/option.ts';

/** The commands that judge traffic, and send nothing of their own: `check` and `watch`. */

const requirementId = {
  ...line('ID', 'the id of a requirement'),
  values: () => contract.requirements.map(({ id }) => id),
};

const verdictOptions = {
  ...printOptions,
  maxBad: option('checks', wholeNumber(0, 1_000_000_000), 'Unreadable entries to accept.', {
    default: '0',
    example: '10',
  }),
  require: option('checks', requirementId, 'A requirement that has to be checked.', {
    several: true,
    example: contract.requirements[0]?.id ?? '',
  }),
  strict: same(checkSettings.strict),
  requireShown: { ...same(checkSettings.requireShown), kind: shownIds(contract.requirementsOn('both')) },
  waivers: { ...same(checkSettings.waiversFile), kind: path('file', 'a file of waivers in JSON') },
  answers: { ...same(checkSettings.answersFile), kind: path('file', 'a file of answers in JSON') },
  gateAnswers: same(checkSettings.gateAnswers),
  reporter: { ...same(reportSettings.reporter), kind: formats(reporterNames) },
  out: option('reports', path('folder', 'a folder'), 'Report folder.', {
    default: 'traffic-report',
    example: 'build/traffic',
  }),
  operation: same(runSettings.operation),
  side: option('checks', sides, 'Which messages to judge.', { default: 'both', example: 'response' }),
};

const partNumber = wholeNumber(0, highestPartId);

const checkOptions = {
  ...verdictOptions,
  format: option(
    'command',
    { ...choice(['har', 'ndjson', 'newman', 'recording']), placeholder: 'NAME' },
    'Format of the files; detected without it.',
    { example: 'har' },
  ),
  jobs: option('command', wholeNumber(1, 16), 'Number of threads that judge.', {
    default: '1',
    example: '4',
  }),
  baseUrl: option('checks', baseUrl, 'Judge only URLs that begin with this.', {
    example: 'https://staging.example.com/api',
  }),
  headersComplete: option('checks', toggle, 'The recording has all headers that were sent.'),
  partial: option(
    'reports',
    path('file', 'a file, or - for standard output'),
    'Write a part, not reports; - prints it.',
    {
      conflicts: ['strict', 'requireShown', 'waivers', 'answers', 'gateAnswers', 'require', 'reporter'],
      example: 'part-1.json',
    },
  ),
  partId: option('reports', partNumber, 'Number of this part, counted from 0 or from 1.', { example: '0' }),
  parts: option('reports', wholeNumber(1, highestPartId), 'Number of all parts.', { example: '4' }),
};

const hostName = textKind('NAME', 'a host name', (name) => {
  const isHost = hostnameOf(name) !== null && !/:\d*$/.test(name.replace(/\[.*\]/, ''));
  return isHost ? null : `must be a host name without scheme, port or path, not ${quoted(name)}`;
});

const watchOptions = {
  ...verdictOptions,
  upstream: option('target', line('URL', 'the base URL of the service'), 'The base URL of the service.', {
    needed: true,
    example: 'https://staging.example.com/api',
  }),
  port: option('command', port, 'Port; 0 takes any free one.', { default: '4010' }),
  listen: option('command', line('ADDRESS', 'an address of this machine'), 'Address to listen on.', {
    default: '127.0.0.1',
  }),
  allowHost: option('command', hostName, 'A further host name that clients may use.', {
    several: true,
    example: 'build-7.example.com',
  }),
  record: option('reports', path('file', 'a file'), 'Also write the traffic to this file, masked.', {
    example: 'seen.ndjson',
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
  footer: 'Ctrl-C or SIGTERM ends it and writes the reports: docs/traffic.md',
  act: async (given) => (await import('./watch.ts')).watch(given),
});
