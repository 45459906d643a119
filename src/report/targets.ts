import type { Report } from '../model/report.ts';
import type { TargetResult, TargetsSummary } from '../model/targets.ts';

/** The worst first: a fault of ours, a deviation, something that could not be judged, nothing. */
const worst = [4, 1, 3, 0] as const;

/** The exit code of several runs. A target that was not run counts as incomplete. */
export function worstOf(codes: readonly TargetResult['exitCode'][]): TargetsSummary['exitCode'] {
  const found = codes.map((code) => code ?? 3);
  return worst.find((code) => found.includes(code)) ?? 0;
}

/** The result for a target that has a report. @param path of the file to read first, from the folder for all targets */
export function judgedTarget(
  name: string,
  path: string,
  { summary, conclusion, target, requirements }: Report,
): TargetResult {
  const { stated, shown } = summary;
  return {
    name,
    baseUrl: target.baseUrl,
    outcome: summary.outcome,
    verdict: conclusion.verdict,
    exitCode: summary.exitCode,
    counts: {
      deviate: stated.deviates + shown.deviates,
      notChecked: stated.notExercised + shown.notExercised,
      all: requirements.length,
    },
    path,
  };
}

export function targetsSummary(
  targets: readonly TargetResult[],
  { startedAt, tool }: Pick<TargetsSummary, 'startedAt' | 'tool'>,
): TargetsSummary {
  return { startedAt, tool, targets, exitCode: worstOf(targets.map(({ exitCode }) => exitCode)) };
}
