import type { DeclaredAnswers, Waiver } from '../../schemas/types.ts';
import { file } from '../kinds/files.ts';
import { choice, formats, label, path, toggle, wholeNumber } from '../kinds/kinds.ts';
import { alike, listKind, quoted, textKind } from '../kinds/setting.ts';
import { usualTimeoutMs } from '../model/limits.ts';
import { nearestHint } from '../model/nearest.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Kind, SettingsByKey } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { joined } from '../text/plural.ts';
import { webAddress } from './report-url.ts';

/** Deviations that the operator accepts for now. What reads them is loaded only where a file is named. */
export const waiversFile = file<readonly Waiver[]>('a file of waivers in JSON', async (content, context) =>
  (await import('./waivers-file.ts')).readWaivers(content, context),
);

/** What a team declares of what the document leaves open. */
export const answersFile = file<DeclaredAnswers>('a file of answers in JSON', async (content) => {
  const { readAnswers } = await import('./answers-file.ts');
  const read = readAnswers(content);
  return 'value' in read ? { value: read.value.declared } : read;
});

/** As SARIF and GitLab take it. */
const sourceFile = textKind('FILE', 'a path from the root of the repository', (given) => {
  const parts = given.split('/');
  const isPath = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return isPath && !/[\p{Cc}\\:]/u.test(given)
    ? null
    : 'must be a path from the root of the repository, with / between its parts';
});

/** Requirements that the document only suggests, by their ids. @param requirements those that are checked */
export function shownIds(requirements: readonly Requirement[]): Kind<readonly string[]> {
  const ids = requirements.map(({ id }) => id);
  const one = (id: string, at: number, given: readonly string[]) => {
    const found = requirements.find((known) => known.id === id);
    if (found === undefined)
      return `contains ${quoted(id)}, which is not a requirement${nearestHint([id], ids)}; all of them: conformance explain`;
    if (found.strength === 'stated')
      return `contains ${id}, which the document requires: it fails a run anyway`;
    return given.indexOf(id) === at ? [] : `contains ${id} twice`;
  };
  return {
    ...listKind('ID[,ID]', 'ids of requirements that the document only suggests', (given) =>
      given.flatMap(one),
    ),
    values: () => requirements.flatMap(({ id, strength }) => (strength === 'shown' ? [id] : [])),
  };
}

const requests = alike(
  { scope: 'run', topic: 'requests' },
  {
    serial: {
      kind: toggle,
      default: 'false',
      description: 'One request at a time. For a service that locks or limits.',
      example: 'true',
    },
    delayMs: {
      kind: wholeNumber(0, 600_000),
      default: '0',
      description: 'Milliseconds between requests. It implies --serial.',
      example: '250',
    },
  },
);

const network = alike(
  { scope: 'run', topic: 'network' },
  {
    timeoutMs: {
      kind: wholeNumber(1, 600_000),
      default: String(usualTimeoutMs),
      description: 'Milliseconds for a request. They count from connecting to the last byte of its response.',
      example: '30000',
    },
    waitSeconds: {
      flag: '--wait',
      kind: wholeNumber(0, 3600),
      default: '0',
      description:
        'Seconds to wait for the service. Nothing is sent before it accepts connections; after this time, the run goes on.',
      example: '120',
    },
  },
);

/** Also options of commands that judge what a run or others have sent. */
export const checkSettings = alike(
  { scope: 'run', topic: 'checks' },
  {
    strict: {
      kind: toggle,
      default: 'false',
      description: 'Deviations from examples fail as well.',
      example: 'true',
    },
    requireShown: {
      kind: shownIds(contract.requirements),
      description: 'Deviations from these examples fail as well.',
      example: 'put.data.conditions:count',
    },
    waiversFile: {
      flag: '--waivers',
      kind: waiversFile,
      description: 'A file of waivers. See docs/waivers.md.',
      example: 'conformance.waivers.json',
    },
    answersFile: {
      flag: '--answers',
      kind: answersFile,
      description:
        'A file of answers to open questions. Without it, conformance.answers.json in the current folder is read, if it exists.',
      example: 'conformance.answers.json',
    },
    gateAnswers: {
      kind: toggle,
      default: 'false',
      description: 'Declared answers that are contradicted fail.',
      example: 'true',
    },
    staleWaivers: {
      flag: null,
      kind: choice(['fail', 'warn']),
      default: 'fail',
      description: 'Whether a waiver that is no longer needed fails the run with exit 1, or only warns.',
      example: 'warn',
    },
  },
);

export const reportSettings = alike(
  { scope: 'run', topic: 'reports' },
  {
    label: {
      flag: null,
      kind: label,
      description:
        'The build of the service that is judged, such as a commit or a version. Without it: GITHUB_SHA, CI_COMMIT_SHA, BUILD_SOURCEVERSION or GIT_COMMIT.',
      example: 'v1.4.2',
    },
    sarifFile: {
      flag: null,
      kind: sourceFile,
      description:
        'The file of your repository that findings in SARIF and code quality point at. Without it: conformance.waivers.json.',
      example: 'src/api/routes.ts',
    },
    reporter: {
      kind: formats(),
      description: 'Formats of the report. Without it: terminal,json,junit,markdown,html.',
      example: 'terminal,junit',
    },
    previousReport: {
      flag: '--previous',
      kind: path('file', 'report.json or exchanges.ndjson of an earlier run'),
      description:
        'An earlier report, to say what changed. It does not change the exit code, and does not have to exist.',
      example: 'conformance-report/report.json',
    },
    history: {
      kind: path('folder', 'a folder'),
      description: 'Folder for a copy of each report. For conformance compare.',
      example: 'conformance-history',
    },
    keep: {
      flag: null,
      kind: wholeNumber(1, 10_000),
      description: 'How many runs the folder of --history keeps. Without it: all.',
      example: '100',
    },
    documentUrl: {
      flag: null,
      kind: webAddress,
      description: 'Where people read the interface document: the page then links to it.',
      example: 'https://wiki.example.com/entity-configuration',
    },
    reportUrl: {
      flag: null,
      kind: webAddress,
      description:
        'Where people will find the reports of this run, for a link in the Markdown. Without it, on GitHub Actions: the page of the run.',
      example: 'https://ci.example.com/job/42/report.html',
    },
    out: {
      kind: path('folder', 'a folder'),
      default: 'conformance-report',
      description: 'Report folder.',
      example: 'build/conformance',
    },
  },
);

const names = contract.operations.map(({ name }) => name);
const repeated = contract.operations.filter(({ repeats }) => repeats).map(({ method }) => `the ${method}`);

/** What a run does and leaves behind, whatever it is pointed at. */
export const runSettings = {
  reference: {
    env: null,
    kind: toggle,
    topic: 'target',
    scope: 'run',
    default: 'false',
    description: 'Run against the embedded reference service. It needs no other setting.',
    example: 'true',
  },
  ...alike(
    { scope: 'run', topic: 'requests' },
    {
      operation: {
        kind: choice(names),
        description: `Only this operation; ${names.length === 2 ? 'both' : 'all'} without it.`,
        example: names[0] ?? '',
      },
      unauthorized: {
        flag: '--no-unauthorized',
        kind: toggle,
        default: 'true',
        description: 'Leave out requests that should be refused. As a variable: false.',
        example: 'false',
      },
      repeat: {
        kind: wholeNumber(1, 1000),
        default: '1',
        description: `How often to send ${joined(repeated)}. More than once finds deviations that come and go.`,
        example: '5',
      },
    },
  ),
  ...checkSettings,
  ...requests,
  ...network,
  ...reportSettings,
} satisfies SettingsByKey;
