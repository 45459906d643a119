import type { Matrix } from '../../src/model/matrix.ts';
import { headlineOf, pageOf } from './page.tsx';

/** One self-contained page for a reviewer. */
export function render(matrix: Matrix): string {
  return pageOf(matrix, headlineOf(matrix));
}
