import type { Matrix } from '../../src/model/matrix.ts';
import { type RenderOptions, wholeFile } from '../reporter.ts';
import { headlineOf, pageOf } from './page.tsx';

/** One self-contained page for a reviewer. */
export function render(matrix: Matrix, options: Pick<RenderOptions, 'files'> = {}): string {
  return pageOf(matrix, headlineOf(matrix), wholeFile(options));
}
