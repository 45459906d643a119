import { pageText } from '../html/page.tsx';
import { type ShownTargets, targetsOutline } from '../outline/targets.ts';

/** One small page for all targets, in the frame of a report's page; their reports are in folders beside it. */
export function render(given: ShownTargets): string {
  return pageText({ ...targetsOutline(given), conclusion: [] });
}
