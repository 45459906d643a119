import { mostRows, pageOf } from '../matrix/page.tsx';
import { comparisonOutline, verdictWord } from '../outline/comparison.ts';
import { matrixOutline } from '../outline/matrix.ts';
import { type FormatOptions, wholeFile } from '../reporter.ts';
import type { Compared } from './index.ts';

/** The table of the two runs, what changed by direction, and the two reports. */
export function render({ comparison, matrix }: Compared, options: Pick<FormatOptions, 'files'> = {}): string {
  const outline = comparisonOutline(comparison, { most: mostRows, whole: wholeFile(options) });
  // The matrix of the two is in this page alone.
  const { sections } = matrixOutline(matrix, { most: mostRows, whole: null });
  const of = (wanted: string) => sections.filter(({ anchor }) => anchor === wanted);
  const word = verdictWord(comparison);
  const headline = {
    kind: 'Comparison of two conformance reports',
    tab: `${word} · comparison of two runs · conformance`,
    title: word,
    exitCode: comparison.summary.exitCode,
    lines: comparison.summary.reasons.slice(0, 1),
  };
  return pageOf(matrix, headline, {
    ...outline,
    sections: [...of('differs'), ...outline.sections, ...of('columns')],
  });
}
