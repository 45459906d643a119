import { pageText } from '../../../reporters/html/page.tsx';
import { type Compared, comparisonOutline } from '../../../reporters/outline/comparison.ts';
import { historyOutline } from '../../../reporters/outline/history.ts';
import { targetsOutline } from '../../../reporters/outline/targets.ts';
import type { Matrix } from '../../support/subject.ts';

/** The pages of documents of several reports, as their formats make them. */

const limit = { detail: 'page', whole: null } as const;

export function comparisonPage(compared: Compared): string {
  return pageText(comparisonOutline(compared, limit));
}

export function matrixPage(matrix: Matrix): string {
  const outline = matrix.columnsAre === 'runs' ? historyOutline : targetsOutline;
  return pageText(outline(matrix, limit));
}
