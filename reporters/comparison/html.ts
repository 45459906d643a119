import { pageText } from '../html/page.tsx';
import { mostRows } from '../matrix/html.ts';
import { comparisonOutline } from '../outline/comparison.ts';
import { matrixOutline } from '../outline/matrix.ts';
import { type FormatOptions, wholeFile } from '../reporter.ts';
import type { Compared } from './index.ts';

/** The table of the two runs, what changed by direction, the two reports, and what is the same in both. */
export function render({ comparison, matrix }: Compared, options: Pick<FormatOptions, 'files'> = {}): string {
  const limit = { most: mostRows, whole: wholeFile(options), isPage: true } as const;
  const outline = comparisonOutline(comparison, limit);
  // The matrix of the two is in this page alone.
  const { sections } = matrixOutline(matrix, { ...limit, whole: null });
  const of = (...wanted: readonly string[]) => sections.filter(({ anchor }) => wanted.includes(anchor));
  return pageText({
    ...outline,
    sections: [...of('differs'), ...outline.sections, ...of('columns', 'consequences', 'alike')],
  });
}
