/** @jsxImportSource preact */
import { type Sign, type SignedCell, signSymbols } from '../outline/outline.ts';
import { hrefOf, usePage } from './inline.tsx';

/** Deviations are the tallest, so that shapes say the same as colours; what was not checked is left blank. */
const heights: Partial<Record<Sign, number>> = {
  conforms: 4,
  waived: 6,
  'shown-deviates': 8,
  deviates: 12,
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

/** The runs of a target in order: large where each has a name, otherwise as wide as the space allows, and the text next to it says the same. */
export function Strip({ cells }: { readonly cells: readonly SignedCell[] }) {
  if (cells.some(({ name }) => name !== undefined)) return <Runs cells={cells} />;
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

/**
 * One link for each run; it wraps, and the last line ends at the right with the latest. Its name appears below while it is
 * pointed at or focused, otherwise that of the latest, without a script.
 */
function Runs({ cells }: { readonly cells: readonly SignedCell[] }) {
  const known = usePage();
  return (
    <ol class="runs">
      {cells.map(({ sign = 'note', name, to, url }, at) => (
        <li key={at}>
          <a class={`cell ${sign === 'note' ? 'quiet' : sign}`} href={url ?? hrefOf(known, to) ?? '#runs'}>
            <span aria-hidden="true">{signSymbols[sign]}</span>
            <span class="name">{name}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
