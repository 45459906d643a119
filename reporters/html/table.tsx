/** @jsxImportSource preact */
import type { OutlineSection, SignedCell, StripRow, TableRow } from '../outline/outline.ts';
import { signSymbols } from '../outline/outline.ts';
import { isMark, markWords } from '../outline/words.ts';
import { hrefOf, Inline, usePage } from './inline.tsx';
import { anchorOf } from './view.ts';

type TableSection = Extract<OutlineSection, { readonly kind: 'table' }>;

/** Deeper places are indented no further. */
const deepest = 4;

/** A table of counts, or a grid of signs that scrolls, in which cells lead to what they stand for. */
export function Table({ section }: { readonly section: TableSection }) {
  const { anchor, heading, columns, rows, compares } = section;
  const isGrid = rows.some(({ cells }) => cells.some((cell) => cell?.sign !== undefined));
  const id = `${anchorOf(anchor)}.table`;
  const table = (
    <table class={isGrid ? `matrix${compares === undefined ? '' : ' across'}` : 'tally'}>
      <caption id={id} class="hidden">
        {heading ?? `${anchor}: fields and what was looked at in each`}
      </caption>
      <thead>
        <tr>
          {columns.map((column, at) => (
            <th key={at} scope="col">
              {compares !== undefined ? (
                <span>
                  <Inline text={column} />
                </span>
              ) : (
                <Inline text={column} />
              )}
            </th>
          ))}
        </tr>
      </thead>
      {compares === undefined ? (
        <tbody>
          {rows.map((row, at) => (
            <Line key={at} row={row} />
          ))}
        </tbody>
      ) : (
        rows.map((row, at) => (
          <tbody key={at}>
            <Line row={row} />
            {row.below?.map((below, place) => (
              <Line key={place} row={{ ...below, depth: 1 }} />
            ))}
          </tbody>
        ))
      )}
    </table>
  );
  if (!isGrid) return <div class="card about">{table}</div>;
  return (
    <>
      {compares === undefined || compares.length < 3 ? null : <Baseline names={compares} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1) */}
      <section class={heading === null ? 'scroll' : 'scroll card'} tabIndex={0} aria-labelledby={id}>
        {table}
      </section>
    </>
  );
}

/** Chooses the column with which the others are compared; without a script each is compared with all. */
function Baseline({ names }: { readonly names: readonly string[] }) {
  return (
    <label class="scripted baseline">
      Mark what differs from{' '}
      <select data-baseline>
        <option value="">any other</option>
        {names.map((name, at) => (
          <option key={name} value={at}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A line of a table; what is below it is shown while its own title is open, which needs no script. */
function Line({ row: { title, depth = 0, cells, below } }: { readonly row: TableRow }) {
  const isTroubled = cells.some(
    (cell) =>
      cell?.differs ??
      (below === undefined && (cell?.sign === 'deviates' || cell?.sign === 'shown-deviates')),
  );
  const text = <Inline text={title} />;
  const name = isTroubled ? <strong>{text}</strong> : text;
  return (
    <tr data-depth={depth} class={depth < deepest ? undefined : 'deep'}>
      <th scope="row">
        {below === undefined ? (
          name
        ) : (
          <details>
            <summary>{name}</summary>
          </details>
        )}
      </th>
      {cells.map((cell, at) => (
        <td key={at}>{cell === null ? null : <Cell cell={cell} />}</td>
      ))}
    </tr>
  );
}

/** @param isNamed whether its text is shown beside the sign */
function Cell({ cell, isNamed = false }: { readonly cell: SignedCell; readonly isNamed?: boolean }) {
  const known = usePage();
  const { sign, text, value, to, url, differs } = cell;
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
  const kind = `cell ${isMark(sign) ? sign : sign === 'failed' ? 'deviates' : 'quiet'}${differs ? ' differs' : ''}`;
  const href = url === undefined ? hrefOf(known, to) : `${url}${to === undefined ? '' : `#${anchorOf(to)}`}`;
  // A check mark needs no words.
  const isPlain = label === markWords.conforms;
  if (href === undefined)
    return (
      <span class={kind} {...(isPlain ? {} : { role: 'img', 'aria-label': label })}>
        {shown}
      </span>
    );
  return (
    <a class={kind} href={href} aria-label={isPlain ? undefined : label}>
      {shown}
    </a>
  );
}

/** Signs beside a title, each with its text. */
export function StripLine({ row: { title, cells } }: { readonly row: StripRow }) {
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
