import type { Compared } from '../../../reporters/outline/comparison.ts';
import { matrixOf, reduced } from '../../../src/report/matrix.ts';
import { compareReports, type Report } from '../../support/subject.ts';

const next = {
  conforms: 'deviates',
  deviates: 'conforms',
  waived: 'deviates',
  'not-exercised': 'waived',
} as const;

/** A later report in which every verdict turned, one requirement is gone, and so is one observation. */
export function turned(from: Report): Report {
  return {
    ...from,
    run: { ...from.run, id: 'later' },
    requirements: from.requirements.slice(1).map((row) => ({ ...row, verdict: next[row.verdict] })),
    observations: from.observations.slice(1).map((one) => ({ ...one, answer: `${one.answer} now` })),
    exchanges: from.exchanges.slice(1),
  };
}

/** The input of the formats of `compare`. */
export function comparedWith(before: Report, after: Report): Compared {
  const both = [reduced(before, null), reduced(after, 'after/report.html')];
  return {
    comparison: compareReports(before, after, { strict: false }),
    matrix: matrixOf(both, 'as given'),
  };
}
