import { pageText } from '../html/page.tsx';
import { mostRows, narrowed } from '../matrix/html.ts';
import { type ComparedTargets, targetsOutline } from '../outline/targets.ts';

/** One page for all targets; their reports are in folders beside it. */
export function render({ matrix, ...others }: ComparedTargets): string {
  const limit = { most: mostRows, whole: null, isPage: true } as const;
  return pageText(targetsOutline({ matrix: narrowed(matrix), ...others }, limit));
}
