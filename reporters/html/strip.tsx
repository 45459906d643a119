/** @jsxImportSource preact */
import type { Sign, SignedCell } from '../outline/outline.ts';

/** Deviations are the tallest, so that shapes say the same as colours; what was not checked is left blank. */
const heights: Partial<Record<Sign, number>> = {
  conforms: 4,
  waived: 8,
  deviates: 12,
  'shown-deviates': 12,
};
const tallest = 12;

/** One path for each sign: a run is one unit wide. */
function pathOf(cells: readonly SignedCell[], wanted: string, height: number): string {
  let path = '';
  for (let at = 0; at < cells.length; at += 1) {
    if (cells[at]?.sign !== wanted) continue;
    let end = at;
    while (cells[end]?.sign === wanted) end += 1;
    path += `M${at} ${tallest - height}h${end - at}v${height}h-${end - at}z`;
    at = end;
  }
  return path;
}

/** The runs of a target in order, as wide as the space allows. The text next to it says the same. */
export function Strip({ cells }: { readonly cells: readonly SignedCell[] }) {
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${cells.length} ${tallest}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {Object.entries(heights).map(([sign, height]) => {
        const path = pathOf(cells, sign, height);
        return path === '' ? null : <path key={sign} class={sign} d={path} />;
      })}
    </svg>
  );
}
