import type { Report } from '../model/report.ts';
import type { TargetRow, TargetsSummary } from '../model/targets.ts';

/** The gravest first: a fault of ours, a deviation, something that could not be judged, nothing. */
const gravest = [4, 1, 3, 0] as const;

/** What several runs end with. One that was not run leaves something open. */
export function worstOf(codes: readonly TargetRow['exitCode'][]): TargetsSummary['exitCode'] {
  const found = codes.map((code) => code ?? 3);
  return gravest.find((code) => found.includes(code)) ?? 0;
}

/** A target whose run has a report. @param path of the file to read first, from the folder for all targets */
export function judgedRow(
  name: string,
  path: string,
  { summary, conclusion, target, requirements }: Report,
): TargetRow {
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
  targets: readonly TargetRow[],
  { startedAt, tool }: Pick<TargetsSummary, 'startedAt' | 'tool'>,
): TargetsSummary {
  return { startedAt, tool, targets, exitCode: worstOf(targets.map(({ exitCode }) => exitCode)) };
}
