import { type Run, recorded } from './runs.ts';
import { buildReport, type Report, type RequirementResult } from './subject.ts';

/** Reports of one service, one after another. */

const startOf = (day: number) => new Date(Date.UTC(2026, 0, 1, 6 + 24 * day)).toISOString();

/** The report of a run, a number of days after the first; without a label: of no build. */
export function reportOn(day: number, one: Run, label: string | null = `build-${day}`): Report {
  const build = label === null ? {} : { label };
  return buildReport(recorded(one, { runId: `run${day}`, startedAt: startOf(day), ...build }));
}

type Verdict = RequirementResult['verdict'];

/** Verdicts by the ids of requirements. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** The report of a later run, a number of days after the first. */
export function onDay(from: Report, day: number, verdicts: Verdicts = {}): Report {
  const startedAt = startOf(day);
  return {
    ...from,
    run: { ...from.run, id: day.toString(16).padStart(12, '0'), startedAt, label: `build-${day}` },
    requirements: from.requirements.map((row) => {
      const verdict = verdicts[row.id];
      return verdict === undefined ? row : { ...row, verdict };
    }),
  };
}

export function onTarget(from: Report, baseUrl: string): Report {
  return { ...from, target: { baseUrl, reference: false } };
}
