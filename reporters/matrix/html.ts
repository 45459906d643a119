import type { Matrix } from '../../src/model/matrix.ts';
import { pageText } from '../html/page.tsx';
import { historyOutline } from '../outline/history.ts';
import { matrixOutline } from '../outline/matrix.ts';
import { type FormatOptions, wholeFile } from '../reporter.ts';

/** More columns are in the JSON only. */
const mostColumns = 25;
/** Rows of each section but the table, which has all. */
export const mostRows = 100;

/** One self-contained page for a reviewer. */
export function render(matrix: Matrix, options: Pick<FormatOptions, 'files'> = {}): string {
  const limit = { most: mostRows, whole: wholeFile(options), isPage: true } as const;
  return pageText(
    matrix.columnsAre === 'runs' ? historyOutline(matrix, limit) : matrixOutline(narrowed(matrix), limit),
  );
}

/** A matrix of as many columns as a page shows. */
export function narrowed(matrix: Matrix): Matrix {
  return {
    ...matrix,
    columns: matrix.columns.slice(0, mostColumns),
    requirements: matrix.requirements.map((row) => ({ ...row, cells: row.cells.slice(0, mostColumns) })),
    observations: matrix.observations.map((row) => ({ ...row, answers: row.answers.slice(0, mostColumns) })),
  };
}
