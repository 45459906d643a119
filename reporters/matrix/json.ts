import type { Matrix } from '../../src/model/matrix.ts';
import { plainJson } from '../../src/text/escape.ts';

/** The matrix as JSON; keys are in the order of its type. */
export function render(matrix: Matrix): string {
  return `${plainJson(JSON.stringify(matrix, null, 1))}\n`;
}
