import type { Matrix } from '../../src/model/matrix.ts';
import { plural } from '../../src/text/plural.ts';
import { matrixOutline } from '../outline/matrix.ts';
import { type FormatOptions, wholeFile } from '../reporter.ts';
import { mostRows, narrowed, pageOf } from './page.tsx';

/** One self-contained page for a reviewer. */
export function render(given: Matrix, options: Pick<FormatOptions, 'files'> = {}): string {
  const matrix = narrowed(given);
  const headline = {
    kind: 'Matrix of conformance reports',
    tab: `Matrix of ${plural(matrix.runs.length, 'conformance report')}`,
    title: matrix.sentence,
    lines: [],
  };
  return pageOf(matrix, headline, matrixOutline(matrix, { most: mostRows, whole: wholeFile(options) }));
}
