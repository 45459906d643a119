/** @jsxImportSource preact */
import type { Sign } from '../outline/outline.ts';
import type { Mark } from '../outline/words.ts';

/** Shapes that differ without colour, drawn in a square of 16. */
const shapes: Readonly<Record<Mark | 'notice', readonly string[]>> = {
  conforms: ['M3 8.5 6.5 12 13 4.5'],
  deviates: ['M4 4l8 8M12 4l-8 8'],
  'shown-deviates': ['M8 2 15 14H1Z', 'M8 6.5v3.5M8 12v.2'],
  waived: ['M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2Z', 'M4 12 12 4'],
  'not-exercised': ['M3.5 8h9'],
  notice: ['M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2Z', 'M8 7.5v3.5M8 5v.2'],
};

/** Defined once in a page, drawn by `Icon`. */
export function Symbols() {
  return (
    <svg class="symbols" aria-hidden="true" width="0" height="0">
      {Object.entries(shapes).map(([mark, paths]) => (
        <symbol key={mark} id={`icon.${mark}`} viewBox="0 0 16 16">
          {paths.map((path) => (
            <path key={path} d={path} />
          ))}
        </symbol>
      ))}
    </svg>
  );
}

/** The shape of a sign, none for what has none. A word is always beside it. */
export function Icon({ sign }: { readonly sign: Sign | undefined }) {
  if (sign === undefined || sign === 'note') return null;
  const shape = sign === 'failed' ? 'deviates' : sign;
  return (
    <svg class={`icon ${shape}`} aria-hidden="true">
      <use href={`#icon.${shape}`} />
    </svg>
  );
}
