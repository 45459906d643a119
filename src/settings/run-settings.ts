import type { Contract } from '../contract/contract.ts';
import type { Location } from '../model/location.ts';
import type { Kind, Setting } from '../model/setting.ts';
import type { Waiver } from '../model/waiver.ts';
import { file } from './files.ts';
import { choice, formats, label, path, toggle, wholeNumber } from './kinds.ts';
import { webAddress } from './report-url.ts';
import { setting } from './setting.ts';

/** Deviations that the operator accepts for now. What reads them is loaded only where a file is named. */
export const waiversFile: Kind<readonly Waiver[]> = file(
  'a file of waivers in JSON',
  async (content, { today, contract: { requirements } }) =>
    (await import('./waivers.ts')).readWaivers(content, { today, requirements }),
);

/** Where the service's own sources meet requirements. */
export const locationsFile: Kind<readonly Location[]> = file(
  'a file of locations in JSON',
  async (content, { contract: { requirements } }) =>
    (await import('./locations.ts')).readLocations(content, requirements),
);

function ofRun<T>(definition: Omit<Setting<T>, 'scope'>): Setting<T> {
  return { ...definition, scope: 'run' };
}

const first = {
  reference: ofRun({
    env: null,
    flag: '--reference',
    kind: toggle,
    topic: 'target',
    reach: 'decides',
    default: 'false',
    description:
      'Run against the embedded reference service. The .env file, commands, proxies and everything about a target are ignored.',
    example: 'true',
  }),
  envFile: setting({
    env: null,
    flag: '--env-file',
    short: '-e',
    kind: path('file', 'a file of NAME=value lines'),
    topic: 'target',
    connects: true,
    reach: 'decides',
    description:
      'Read this file in place of .env in the current folder. Node.js itself looks for --env-file, before this program starts: it ends with exit 9 where the file is missing, and empties a pipe. With -e FILE it does neither.',
    example: 'staging.env',
  }),
};

const last = {
  strict: ofRun({
    env: 'CONFORMANCE_STRICT',
    flag: '--strict',
    kind: toggle,
    topic: 'checks',
    reach: 'harmless',
    default: 'false',
    description: 'Deviations from what the document only shows fail the run as well.',
    example: 'true',
  }),
  serial: ofRun({
    env: 'CONFORMANCE_SERIAL',
    flag: '--serial',
    kind: toggle,
    topic: 'requests',
    reach: 'harmless',
    default: 'false',
    description: 'One request at a time, for a service that locks or limits.',
    example: 'true',
  }),
  delayMs: ofRun({
    env: 'CONFORMANCE_DELAY_MS',
    flag: '--delay-ms',
    kind: wholeNumber(0, 600_000),
    topic: 'requests',
    reach: 'harmless',
    default: '0',
    description:
      'Milliseconds to wait before each request but the first; requests then go out one at a time.',
    example: '250',
  }),
  timeoutMs: ofRun({
    env: 'CONFORMANCE_TIMEOUT_MS',
    flag: '--timeout-ms',
    kind: wholeNumber(1, 600_000),
    topic: 'network',
    reach: 'harmless',
    default: '10000',
    description: 'Milliseconds that a request may take from connecting to the last byte of its answer.',
    example: '30000',
  }),
  waitSeconds: ofRun({
    env: 'CONFORMANCE_WAIT_SECONDS',
    flag: '--wait',
    kind: wholeNumber(0, 3600),
    topic: 'network',
    reach: 'harmless',
    default: '0',
    description:
      'Seconds to wait at most for a service that is being deployed, until it can be connected to. Nothing is sent meanwhile; when the time is up, the run goes on.',
    example: '120',
  }),
  waivers: ofRun({
    env: 'CONFORMANCE_WAIVERS_FILE',
    flag: '--waivers',
    kind: waiversFile,
    topic: 'checks',
    reach: 'harmless',
    description:
      'Deviations that are accepted until a day, each with a reason and an owner; see docs/waivers.md. No file is taken without being named.',
    example: 'conformance.waivers.json',
  }),
  staleWaivers: ofRun({
    env: 'CONFORMANCE_STALE_WAIVERS',
    flag: '--stale-waivers',
    kind: choice(['fail', 'warn']),
    topic: 'checks',
    reach: 'harmless',
    default: 'fail',
    description:
      'What a waiver does that is no longer needed, as what it accepts conforms now: fail the run with exit 1, or only be told.',
    example: 'warn',
  }),
  label: ofRun({
    env: 'CONFORMANCE_LABEL',
    flag: '--label',
    kind: label,
    topic: 'reports',
    reach: 'harmless',
    description:
      'The build of the service that is judged, such as a commit or a version; reports name it when they say what changed. Without it the commit of GITHUB_SHA, CI_COMMIT_SHA, BUILD_SOURCEVERSION or GIT_COMMIT is taken, where there is one.',
    example: 'v1.4.2',
  }),
  locations: ofRun({
    env: 'CONFORMANCE_LOCATIONS_FILE',
    flag: '--locations',
    kind: locationsFile,
    topic: 'reports',
    reach: 'harmless',
    description:
      "A file that says where in the service's own sources a requirement is met; SARIF, code quality and annotations then point there. Without it conformance.locations.json beside the .env is taken, where there is one.",
    example: 'conformance.locations.json',
  }),
  reporters: ofRun({
    env: 'CONFORMANCE_REPORTER',
    flag: '--reporter',
    kind: formats(),
    topic: 'reports',
    reach: 'harmless',
    description: 'Formats of report to produce; without it terminal, json, junit, markdown and html.',
    example: 'terminal,junit',
  }),
  previousReport: ofRun({
    env: 'CONFORMANCE_PREVIOUS_REPORT',
    flag: '--previous',
    kind: path('file', 'report.json or exchanges.ndjson of an earlier run'),
    topic: 'reports',
    reach: 'harmless',
    description:
      'Report of an earlier run: every format then tells what changed since. It is read before anything is sent and gates nothing; where there is no such file, as before a first run, the report says so.',
    example: 'conformance-report/report.json',
  }),
  history: ofRun({
    env: 'CONFORMANCE_HISTORY',
    flag: '--history',
    kind: path('folder', 'a folder'),
    topic: 'reports',
    reach: 'harmless',
    description:
      'Folder in which each run leaves a copy of report.json and of its page, if it makes one, with the time of the run in their names; conformance matrix reads them.',
    example: 'conformance-history',
  }),
  keep: ofRun({
    env: 'CONFORMANCE_KEEP',
    flag: '--keep',
    kind: wholeNumber(1, 10_000),
    topic: 'reports',
    reach: 'harmless',
    description:
      'How many runs the folder of --history keeps: older copies are removed, other files never. Without it all are kept.',
    example: '100',
  }),
  documentUrl: ofRun({
    env: 'CONFORMANCE_DOCUMENT_URL',
    flag: '--document-url',
    kind: webAddress,
    topic: 'reports',
    reach: 'harmless',
    description:
      'Where people read the interface document: the page then links to it. It is never requested.',
    example: 'https://wiki.example.com/entity-configuration',
  }),
  reportUrl: ofRun({
    env: 'CONFORMANCE_REPORT_URL',
    flag: '--report-url',
    kind: webAddress,
    topic: 'reports',
    reach: 'decides',
    description:
      'Where people will find the reports of this run, for a link in the Markdown. On GitHub Actions it is the page of the run without it.',
    example: 'https://ci.example.com/job/42/report.html',
  }),
  out: ofRun({
    env: 'CONFORMANCE_OUT',
    flag: '--out',
    kind: path('folder', 'a folder'),
    topic: 'reports',
    reach: 'harmless',
    default: 'conformance-report',
    description: 'Folder for the reports; made when it is not there. One run at a time holds it.',
    example: 'build/conformance',
  }),
};

/** `the PUT`, or how a request is called where the contract has none that is repeated. */
function repeated({ operations }: Pick<Contract, 'operations'>): string {
  const methods = operations.filter(({ repeats }) => repeats).map(({ method }) => `the ${method}`);
  return methods.length === 0 ? 'a request that may be repeated' : methods.join(' and ');
}

/** What a run does and leaves behind, whatever it is pointed at. */
export function runSettings(contract: Pick<Contract, 'operations'>) {
  const names = contract.operations.map(({ name }) => name);
  return {
    ...first,
    operation: ofRun({
      env: 'CONFORMANCE_OPERATION',
      flag: '--operation',
      kind: choice(names),
      topic: 'requests',
      reach: 'harmless',
      description: `Only this operation is sent and judged; ${names.length === 2 ? 'both' : 'all'} without it.`,
      example: names[0] ?? '',
    }),
    unauthorized: ofRun({
      env: 'CONFORMANCE_UNAUTHORIZED',
      flag: '--no-unauthorized',
      kind: toggle,
      topic: 'requests',
      reach: 'harmless',
      default: 'true',
      description:
        'Leave out the requests without credentials and with a made-up token, which should be refused; as a variable: false.',
      example: 'false',
    }),
    repeat: ofRun({
      env: 'CONFORMANCE_REPEAT',
      flag: '--repeat',
      kind: wholeNumber(1, 1000),
      topic: 'requests',
      reach: 'decides',
      default: '1',
      description: `How often ${repeated(contract)} is sent, to catch a service that deviates only now and then.`,
      example: '5',
    }),
    ...last,
  };
}
