import { type CheckResult, type DoctorCheck, pass, skipped, warn } from '../../model/check.ts';
import type { Report, ReportEvidence } from '../../model/report.ts';
import { type ExitCode, exitCodes } from '../../output/exit.ts';
import { readReport, readToVerify } from '../../output/report-file.ts';
import { withPrevious } from '../../output/run-output.ts';
import { type ReportDifference, reportDifferences } from '../../report/evidence.ts';
import { cut } from '../../text/cut.ts';
import { checkText } from '../setup/check-text.ts';
import type { RenderInput } from './commands.ts';

/** Differences that are listed. */
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
  const row = (title: string, found: CheckResult): DoctorCheck => ({
    id: title,
    title,
    area: 'configuration',
    ...found,
  });
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
        : skipped('not compared: --previous names the earlier report'),
    ),
    ...listed,
    ...(left > 0 ? [row('differs', { standing: 'fail', detail: `at ${left} more places` })] : []),
  ];
}

/**
 * Judges a recording again, and says whether that gives a report. Writes nothing.
 * @returns 1 where it does not
 */
export async function verify(
  { words: [recording = ''], options: { waivers, previous }, invocation: { cwd, io } }: RenderInput,
  report: string,
): Promise<ExitCode> {
  const { judged: alone, given } = await readToVerify(recording, report, cwd, waivers);
  const isCompared = previous !== undefined;
  const earlier = isCompared ? { report: await readReport(previous, cwd) } : null;
  const judged = await withPrevious(alone, earlier);
  const differences = reportDifferences(given, judged, isCompared);
  const isGiven = differences.length === 0;
  const verdict = isGiven
    ? `VERIFIED: ${recording} gives ${report}`
    : `NOT VERIFIED (exit 1): ${recording} does not give ${report}`;
  io.out(`${checkText(checksOf(given, judged, differences, isCompared), io)}${verdict}\n`);
  return isGiven ? exitCodes.conforms : exitCodes.deviates;
}
