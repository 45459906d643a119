import type { Matrix } from '../../src/model/matrix.ts';
import { type FormatOptions, wholeFile } from '../reporter.ts';
import { headlineOf, pageOf } from './page.tsx';

/** One self-contained page for a reviewer. */
export function render(matrix: Matrix, options: Pick<FormatOptions, 'files'> = {}): string {
  return pageOf(matrix, headlineOf(matrix), wholeFile(options));
}
