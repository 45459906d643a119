import type { Report, RequirementResult } from './subject.ts';

type Verdict = RequirementResult['verdict'];

/** Verdicts by the ids of requirements. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** The report of a later run, a number of days after the first. */
export function onDay(from: Report, day: number, verdicts: Verdicts = {}): Report {
  const startedAt = new Date(Date.UTC(2026, 0, 1 + day, 6)).toISOString();
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
