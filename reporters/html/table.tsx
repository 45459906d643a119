import { h } from 'preact';
import { clipped } from '../../src/text/escape.ts';
import {
  type OutlineSection,
  type Sign,
  type SignedCell,
  signSymbols,
  type TableRow,
} from '../outline/outline.ts';
import { isMark, markWords } from '../outline/words.ts';
import { hrefOf, Inline, usePage } from './inline.tsx';
import { anchorOf } from './view.ts';

type TableSection = Extract<OutlineSection, { readonly kind: 'table' }>;

/** A table of counts, or a grid of signs that lead to what they stand for. */
export function Table({ section: { anchor, heading, columns, rows } }: { readonly section: TableSection }) {
  const id = `${anchorOf(anchor)}.table`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
    <section class="card scroll" tabIndex={0} aria-labelledby={id}>
      <table>
        <caption id={id} class="hidden">
          {heading === null ? `${anchor}: fields and what was looked at in each` : `Table: ${heading}`}
        </caption>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={at} scope="col">
                <Inline text={column} />
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row, at) => (
          <tbody key={at}>
            {lineOf(row)}
            {row.below?.map((below) => lineOf(below, 'below'))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** A step below the first level. */
const indent = '\u2003';

/** A line of a table; what is below it is shown while its own title is open, which needs no script. */
function lineOf({ title, depth = 0, cells, below }: TableRow, kind?: 'below') {
  const name = <Inline text={title} />;
  return (
    <tr class={kind}>
      <th scope="row">
        {below ? h('details', null, <summary>{name}</summary>) : [indent.repeat(depth), name]}
      </th>
      {cells.map((cell) => (
        <td>{cell && <Cell cell={cell} />}</td>
      ))}
    </tr>
  );
}

/** Characters of a value beside its sign; where the cell is pointed at, it is whole. */
const briefValue = 20;

/** A sign with its words for those who do not see it; a check mark needs none. */
function Cell({ cell }: { readonly cell: SignedCell }) {
  const known = usePage();
  const { sign, text, value, name, to, url } = cell;
  if (sign === undefined) return <>{text}</>;
  const href = url === undefined ? hrefOf(known, to) : `${url}${to === undefined ? '' : `#${anchorOf(to)}`}`;
  const words = name ?? (isMark(sign) && !text.startsWith(markWords[sign]) ? markWords[sign] : text);
  const shown = [
    signSymbols[sign],
    words !== markWords.conforms && <span class="hidden"> {words} </span>,
    value && <samp> {clipped(value, briefValue)}</samp>,
  ];
  const look = { class: `cell ${sign}`, title: name ?? (value && `${text}: ${value}`) };
  return href === undefined ? h('span', look, shown) : h('a', { ...look, href }, shown);
}

/** Deviations are the tallest, so that shapes say the same as colours; what was not checked is left blank. */
const heights = { conforms: 4, waived: 6, 'shown-deviates': 8, deviates: 12 } satisfies Partial<
  Record<Sign, number>
>;
const tallest = 12;

/** Signs in a row, each with its text; where they have none, one picture of all, as the text beside it says the same. */
export function Strip({ cells }: { readonly cells: readonly SignedCell[] }) {
  if (cells.some(({ text, name }) => text !== '' || name !== undefined))
    return (
      <ul class="strip">
        {cells.map((cell, at) => (
          <li key={at}>
            <Cell cell={cell} /> {cell.text}
          </li>
        ))}
      </ul>
    );
  const signs = cells.map(({ sign = 'note' }) => signSymbols[sign]).join('');
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${cells.length} ${tallest}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {Object.entries(heights).map(([sign, height]) => {
        const stretches = signs.matchAll(RegExp(`${signSymbols[sign as keyof typeof heights]}+`, 'g'));
        const path = [...stretches].map(
          ({ 0: { length }, index }) => `M${index} ${tallest - height}h${length}v${height}h-${length}z`,
        );
        return path.length > 0 && <path key={sign} class={sign} d={path.join('')} />;
      })}
    </svg>
  );
}
