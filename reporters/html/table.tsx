import { h } from 'preact';
import {
  type OutlineSection,
  type Row,
  type Sign,
  type SignedCell,
  signSymbols,
  type TableRow,
} from '../outline/outline.ts';
import { isMark, markWords } from '../outline/words.ts';
import { hrefOf, Inline, usePage } from './inline.tsx';
import { anchorOf } from './view.ts';

type TableSection = Extract<OutlineSection, { readonly kind: 'table' }>;

/** Deeper places are indented no further. */
const deepest = 4;

/** A table of counts, or a grid of signs that scrolls, in which cells lead to what they stand for. */
export function Table({ section }: { readonly section: TableSection }) {
  const { anchor, heading, columns, rows } = section;
  const isAcross = rows.some(({ below }) => below);
  const isGrid = rows.some(({ cells }) => cells.some((cell) => cell?.sign !== undefined));
  const id = `${anchorOf(anchor)}.table`;
  const kind = isGrid ? 'matrix' : 'tally';
  const table = (
    <table class={isAcross ? 'matrix across' : kind}>
      <caption id={id} class="hidden">
        {heading ?? `${anchor}: fields and what was looked at in each`}
      </caption>
      <thead>
        <tr>
          {columns.map((column) => {
            const text = <Inline text={column} />;
            return <th scope="col">{isAcross ? <span>{text}</span> : text}</th>;
          })}
        </tr>
      </thead>
      {(isAcross ? rows.map((row) => [row]) : [rows]).map((group, at) => (
        <tbody key={at}>
          {group.map((row) => [lineOf(row), row.below?.map((below) => lineOf({ ...below, depth: 1 }))])}
        </tbody>
      ))}
    </table>
  );
  if (!isGrid) return <div class="card about">{table}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
    <section class={heading === null ? 'scroll' : 'scroll card'} tabIndex={0} aria-labelledby={id}>
      {table}
    </section>
  );
}

/** A line of a table; what is below it is shown while its own title is open, which needs no script. */
function lineOf({ title, depth = 0, cells, below }: TableRow) {
  const isWrong = ({ sign }: SignedCell) => sign === 'deviates' || sign === 'shown-deviates';
  const isTroubled = cells.some((cell) => cell && isWrong(cell));
  const text = <Inline text={title} />;
  const name = isTroubled ? <strong>{text}</strong> : text;
  return (
    <tr data-depth={depth} class={depth < deepest ? undefined : 'deep'}>
      <th scope="row">{below ? h('details', null, <summary>{name}</summary>) : name}</th>
      {cells.map((cell) => (
        <td>{cell && <Cell cell={cell} />}</td>
      ))}
    </tr>
  );
}

/** @param isNamed whether its text is shown beside the sign */
function Cell({ cell, isNamed = false }: { readonly cell: SignedCell; readonly isNamed?: boolean }) {
  const known = usePage();
  const { sign, text, value, to, url } = cell;
  if (sign === undefined) return <>{text}</>;
  const more = isNamed && isMark(sign) ? markWords[sign] : value;
  const label = more === undefined ? text : `${text}: ${more}`;
  const shown = (
    <>
      {signSymbols[sign]}
      {isNamed ? ` ${text}` : null}
      {value === undefined ? null : <samp title={value}>{value}</samp>}
    </>
  );
  const kind = `cell ${isMark(sign) ? sign : sign === 'failed' ? 'deviates' : 'quiet'}`;
  const href = url === undefined ? hrefOf(known, to) : `${url}${to === undefined ? '' : `#${anchorOf(to)}`}`;
  // A check mark needs no words.
  const named = label === markWords.conforms ? {} : { 'aria-label': label };
  if (href !== undefined) return h('a', { class: kind, href, ...named }, shown);
  const role = label === markWords.conforms ? {} : { role: 'img' };
  return h('span', { class: kind, ...role, ...named }, shown);
}

/** Signs beside a title, each with its text. */
export function StripLine({ row: { title, cells = [] } }: { readonly row: Row }) {
  return (
    <div class="whole">
      <h3>
        <Inline text={title} />
      </h3>
      <ul>
        {cells.map((cell) => (
          <li key={cell.text}>
            <Cell cell={cell} isNamed />
          </li>
        ))}
      </ul>
    </div>
  );
}

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
