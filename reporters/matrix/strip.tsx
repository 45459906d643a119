/** @jsxImportSource preact */
import type { CellVerdict, History } from '../../src/model/matrix.ts';
import { stripOf } from './words.ts';

/** Deviations are the tallest, so that shapes say the same as colours; what was not checked is left blank. */
const heights: Partial<Record<CellVerdict, number>> = { conforms: 4, waived: 8, deviates: 12 };
const tallest = 12;

/** One outline for each verdict: a run is one unit wide. */
function outline(verdicts: readonly CellVerdict[], wanted: CellVerdict, height: number): string {
  let path = '';
  for (let at = 0; at < verdicts.length; at += 1) {
    if (verdicts[at] !== wanted) continue;
    let end = at;
    while (verdicts[end] === wanted) end += 1;
    path += `M${at} ${tallest - height}h${end - at}v${height}h-${end - at}z`;
    at = end;
  }
  return path;
}

/** The runs of a target in order, as wide as the space allows. The text next to it says the same. */
export function Strip({ history }: { readonly history: History }) {
  const verdicts = stripOf(history);
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${verdicts.length} ${tallest}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {Object.entries(heights).map(([verdict, height]) => {
        const path = outline(verdicts, verdict as CellVerdict, height);
        return path === '' ? null : <path key={verdict} class={verdict} d={path} />;
      })}
    </svg>
  );
}
