import type { Matrix } from '../../src/model/matrix.ts';
import { plainJson } from '../../src/text/escape.ts';

/** The matrix itself, keys in the order in which it was built. */
export function render(matrix: Matrix): string {
  return `${plainJson(JSON.stringify(matrix, null, 1))}\n`;
}
