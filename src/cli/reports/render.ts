import { dirname, resolve } from 'node:path';
import { filesOf, reporterNames } from '../../../reporters/index.ts';
import type { Report, ReportEvidence } from '../../../schemas/types.ts';
import { formats, path } from '../../kinds/kinds.ts';
import { type CheckResult, checkOf, type DoctorCheck, pass, skipped, warn } from '../../model/check.ts';
import { type ExitCode, exitCodes } from '../../output/exit.ts';
import { openFolder } from '../../output/folder.ts';
import { publish } from '../../output/publish.ts';
import { readReport, readToVerify } from '../../output/report-file.ts';
import { withPrevious } from '../../output/run-output.ts';
import { type ReportDifference, reportDifferences } from '../../report/evidence.ts';
import { buildServiceUrl } from '../../settings/report-url.ts';
import { cut } from '../../text/cut.ts';
import { andMore } from '../../text/more.ts';
import { type CommandInput, command, option, printedOf, printOptions } from '../options/option.ts';
import { checkText } from '../setup/check-text.ts';

const renderOptions = {
  ...printOptions,
  reporter: option('reports', formats(reporterNames), 'Formats of the report; all without it.', {
    example: 'terminal,junit',
  }),
  out: option('reports', path('folder', 'a folder'), 'Folder for the reports; that of the file without it.', {
    example: 'build/conformance',
  }),
  previous: option(
    'reports',
    path('file', 'report.json or exchanges.ndjson of an earlier run'),
    'An earlier report, to say what changed.',
    { example: 'last-week/report.json' },
  ),
  waivers: option(
    'checks',
    path('file', 'a file of waivers in JSON'),
    'Waivers in place of those that the run had.',
    { example: 'conformance.waivers.json' },
  ),
  verify: option(
    'checks',
    path('file', 'report.json of the recording'),
    'Write nothing; say whether it gives this report.',
    { conflicts: ['reporter', 'out', 'verbose', 'quiet', 'json'], example: 'conformance-report/report.json' },
  ),
};

type RenderInput = CommandInput<typeof renderOptions>;

const mostListed = 20;
/** Characters of a value that are shown. */
const longestShown = 80;

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : cut(JSON.stringify(value), longestShown);
}

function differs({ pointer, given, judged }: ReportDifference): CheckResult {
  return { standing: 'fail', detail: `${pointer}: ${shown(given)}; judged again, ${shown(judged)}` };
}

const made = (evidence: ReportEvidence | undefined) =>
  evidence === undefined ? 'an unknown version' : `version ${evidence.suite} on Node.js ${evidence.node}`;

/** What may differ although the recording is the same. */
function versions({ evidence: given }: Report, { evidence: judged }: Report): CheckResult {
  if (made(given) === made(judged)) return pass(`judged again by the same: ${made(judged)}`);
  return warn(
    `made by ${made(given)}, judged again by ${made(judged)}, which may word it differently`,
    'verify with the version that made the report',
  );
}

function checksOf(
  given: Report,
  judged: Report,
  differences: readonly ReportDifference[],
  isCompared: boolean,
): readonly DoctorCheck[] {
  const row = (title: string, found: CheckResult) => checkOf(title, title, 'configuration', found);
  const digests = (['recording', 'waivers', 'contract'] as const).flatMap((name) => {
    const digest = judged.evidence?.[name];
    const isSame = digest === given.evidence?.[name];
    return isSame && digest !== undefined ? [row(name, pass(`SHA-256 ${digest}`))] : [];
  });
  const listed = differences.slice(0, mostListed).map((one) => row('differs', differs(one)));
  const left = differences.length - listed.length;
  return [
    ...digests,
    row('versions', versions(given, judged)),
    row(
      'change',
      isCompared
        ? pass('since the report of --previous')
        : skipped('not compared: to compare, pass the earlier report with --previous'),
    ),
    ...listed,
    ...(left > 0 ? [row('differs', { standing: 'fail', detail: andMore(left, 'place') })] : []),
  ];
}

/**
 * Judges a recording again, and says whether that gives a report. Writes nothing.
 * @returns 1 where it does not
 */
async function verify(
  { words: [recording = ''], options, invocation: { cwd, io } }: RenderInput,
  report: string,
): Promise<ExitCode> {
  const { waivers, previous } = options;
  const { judged: alone, given } = await readToVerify(recording, report, cwd, waivers);
  const judged = await since(previous, alone, cwd);
  const isCompared = previous !== undefined;
  const differences = reportDifferences(given, judged, isCompared);
  const isGiven = differences.length === 0;
  const verdict = isGiven
    ? `VERIFIED: ${recording} gives ${report}`
    : `NOT VERIFIED (exit 1): ${recording} does not give ${report}`;
  io.out(`${checkText(checksOf(given, judged, differences, isCompared), io)}${verdict}\n`);
  return isGiven ? exitCodes.conforms : exitCodes.deviates;
}

/** The report with what changed since that of `--previous`, if one is named. */
async function since(previous: string | undefined, report: Report, cwd: string): Promise<Report> {
  return withPrevious(report, previous === undefined ? null : { report: await readReport(previous, cwd) });
}

/** Writes every format again. What it reads was redacted when it was made. The code is 0, whatever the outcome was. */
async function act(given: RenderInput): Promise<ExitCode | undefined> {
  const { options, words, invocation } = given;
  const { cwd, io, environment } = invocation;
  const [file = ''] = words;
  const printed = printedOf(options);
  const { waivers, previous } = options;
  if (options.verify !== undefined) return verify(given, options.verify);
  const { out = dirname(file), reporter: names = reporterNames } = options;
  const report = await since(previous, await readReport(file, cwd, waivers), cwd);
  const folder = openFolder(resolve(cwd, out), filesOf(names));
  const pageUrl = buildServiceUrl(environment);
  await publish({ report, reporters: names, folder, io, secrets: [], cwd, printed, pageUrl });
  return undefined;
}

export const render = command({
  options: renderOptions,
  examples: [
    'render conformance-report/report.json',
    'render exchanges.ndjson --waivers waivers.json --out rendered',
    'render exchanges.ndjson --verify report.json',
  ],
  act,
});
