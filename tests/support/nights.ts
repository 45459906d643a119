import { onDay, type Verdicts } from './series.ts';
import type { Report } from './subject.ts';

/** Nightly runs of one service, and runs that reached nothing. */

/** What became of requirements over the nights, by what it is called. */
export const nightly = {
  broke: 'delete.data.priority:type',
  flickers: 'put.data.conditions.each.column:type',
  healed: 'delete:json',
  slight: 'put.data.action.timezone:format',
} as const;

const seen = {
  exchange: 'delete-authorised',
  pointer: '/data/priority',
  expected: 'an integer',
  actual: '"7"',
};

function sound(from: Report): Report {
  return {
    ...from,
    requirements: from.requirements.map(({ reason: _, because: __, waiver: ___, ...row }) => ({
      ...row,
      verdict: 'conforms',
      evidence: [],
      evidenceOmitted: 0,
    })),
  };
}

function judged(report: Report): Report {
  const requirements = report.requirements.map((row) =>
    row.verdict === 'deviates' ? { ...row, evidence: [seen] } : row,
  );
  const deviates = requirements.some(
    ({ verdict, strength }) => verdict === 'deviates' && strength === 'stated',
  );
  const summary = deviates
    ? ({ outcome: 'deviates', exitCode: 1, reasons: ['a requirement deviates'] } as const)
    : ({ outcome: 'conforms', exitCode: 0, reasons: ['none deviates'] } as const);
  return { ...report, requirements, summary: { ...report.summary, ...summary } };
}

/** A run whose token was refused, or that found nobody: nothing was checked. */
export function reachedNothing(report: Report, reason = 'the service returned 401'): Report {
  return {
    ...report,
    requirements: sound(report).requirements.map((row) => ({ ...row, verdict: 'not-exercised', reason })),
    observations: [],
    summary: { ...report.summary, outcome: 'incomplete', exitCode: 3, reasons: [reason] },
  };
}

/** A run without the DELETE: what it checked counts, what it did not is left open. */
export function withoutDelete(report: Report): Report {
  return {
    ...report,
    requirements: report.requirements.map((row) =>
      row.operation === 'delete'
        ? { ...row, verdict: 'not-exercised', reason: 'no automation rule', evidence: [] }
        : row,
    ),
    summary: { ...report.summary, outcome: 'incomplete', exitCode: 3, reasons: ['DELETE was not checked'] },
  };
}

/** On which nights each deviates. */
const deviating: Readonly<Record<keyof typeof nightly, (night: number) => boolean>> = {
  broke: (night) => night >= 27,
  flickers: (night) => [3, 5, 8, 9, 13, 18, 24].includes(night),
  healed: (night) => night >= 10 && night < 14,
  slight: (night) => night >= 12,
};

/**
 * Thirty nights: one requirement broke in the 28th, one flickers, one healed, one deviates slightly; in the 17th the token
 * was refused, in the 23rd nobody listened.
 */
export function thirtyNights(from: Report): readonly Report[] {
  const base = sound(from);
  return Array.from({ length: 30 }, (_, night) => {
    const verdicts: Verdicts = Object.fromEntries(
      Object.entries(deviating).flatMap(([name, isBad]) =>
        isBad(night) ? [[nightly[name as keyof typeof nightly], 'deviates' as const]] : [],
      ),
    );
    const run = onDay(base, night, verdicts);
    if (night === 16) return reachedNothing(run);
    return night === 22 ? reachedNothing(run, 'nothing is listening') : judged(run);
  });
}
