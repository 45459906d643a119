import type { OutlineSection, Row } from '../outline/outline.ts';
import { signSymbols } from '../outline/outline.ts';
import { markOf } from '../outline/words.ts';
import { Exchanges } from './exchange.tsx';
import { Facts, Icon, Inline, plainly } from './inline.tsx';
import { Record } from './record.tsx';
import { Strip, StripLine, Table } from './table.tsx';
import { anchorOf } from './view.ts';

/** The sections of an outline, each with those that continue it; nothing of them is cut but by the outline. */
export function Sections({ sections }: { readonly sections: readonly OutlineSection[] }) {
  return sections.map((section, at) => {
    if (section.heading === null) return null;
    const end = sections.findIndex(({ heading }, other) => other > at && heading !== null);
    return sectionOf(section, sections.slice(at + 1, end === -1 ? undefined : end));
  });
}

function sectionOf(section: OutlineSection, others: readonly OutlineSection[]) {
  const id = anchorOf(section.anchor);
  const isCounted = section.anchor !== 'exchanges' && section.count !== undefined;
  const rest = others.map(partOf);
  return (
    <section id={id} aria-labelledby={`${id}.heading`}>
      <h2 id={`${id}.heading`}>
        {section.heading}
        {isCounted && <span class="count"> ({section.count})</span>}
      </h2>
      {section.folds === undefined ? (
        [partOf(section), rest]
      ) : (
        <details class="card fold">
          <summary>{leadOf(section)}</summary>
          {rest}
        </details>
      )}
    </section>
  );
}

/** The rows of a section in the line that opens what continues it. */
function leadOf({ kind, rows, empty }: OutlineSection) {
  if (kind !== 'list' || rows.length === 0) return empty ?? null;
  return rows.map(({ sign, title }, at) => (
    <span key={at} class="fields">
      <Icon sign={sign} /> {plainly(title)}
    </span>
  ));
}

function partOf(section: OutlineSection) {
  const { caption, legend, rows, empty, more } = section;
  return (
    <>
      {caption && (
        <h3>
          <Inline text={caption} />
        </h3>
      )}
      {legend && legendOf(legend)}
      {rows.length === 0 ? <p>{empty}</p> : contentOf(section)}
      {more && <p class="small quiet">{more}.</p>}
    </>
  );
}

function contentOf(section: OutlineSection) {
  switch (section.kind) {
    case 'facts':
      return <Facts facts={section.rows} kind="card pair about" />;
    case 'list':
      return section.heading === null ? compact(section.rows) : list(section.rows);
    case 'record':
      if (!section.rows.some(({ below }) => below)) return list(section.rows, true);
      return (
        <>
          <div class="problems">
            {section.rows.map((row) => (
              <Record key={row.anchor} row={row} />
            ))}
          </div>
          <p class="nothing" hidden>
            Nothing matches.
          </p>
        </>
      );
    case 'table':
      return <Table section={section} />;
    case 'strip':
      if (section.rows.some(({ cells = [] }) => cells.every(({ text }) => text === '')))
        return list(section.rows);
      return section.rows.map((row, at) => <StripLine key={at} row={row} />);
    case 'exchanges':
      return <Exchanges section={section} />;
    case 'code':
      return null;
  }
}

/** Rows with what hangs below them; those that have others below fold. */
function list(rows: readonly Row[], isRecord = false) {
  const plain = rows.filter(({ below }) => below === undefined);
  return (
    <>
      {plain.length === 0 ? null : <ul class="card list">{plain.map((row) => lineOf(row, isRecord))}</ul>}
      {rows.map(
        ({ sign, title, lines = [], below }, at) =>
          below && (
            <details key={at} class="card fold">
              <summary>
                <Icon sign={sign} /> {plainly(title)}
              </summary>
              <Facts facts={lines.flat()} />
              {compact(below)}
            </details>
          ),
      )}
    </>
  );
}

function lineOf(row: Row, isRecord: boolean) {
  const { sign = 'note', title, lines = [], anchor, of, cells = [] } = row;
  const kinds = [...(of ? ['row'] : []), ...(sign === 'note' ? [] : ['finding'])].join(' ');
  const Title = isRecord ? 'h3' : 'p';
  return (
    <li class={kinds || undefined} id={anchor && anchorOf(anchor)} {...filterOf(row)}>
      <Icon sign={sign} />
      <div>
        <Title>
          <Inline text={title} own={anchor} />
        </Title>
        {cells.length === 0 ? null : <Strip cells={cells} />}
        <Facts facts={lines.flat()} />
      </div>
    </li>
  );
}

/** What a requirement is filtered by. */
export function filterOf({ of }: Pick<Row, 'of'>) {
  if (of === undefined) return {};
  return { 'data-mark': markOf(of), 'data-strength': of.strength, 'data-operation': of.operation };
}

/** Rows on a line each: a page has most of its requirements here. Those of one list are alike but for their strength. */
function compact(rows: readonly Row[]) {
  const [first] = rows;
  return (
    <ul class="rows" {...(first && { ...filterOf(first), 'data-strength': 'stated' })}>
      {rows.map(({ title, lines = [], anchor, of }, at) => (
        <li
          key={at}
          class={of && 'row'}
          id={anchor && anchorOf(anchor)}
          data-strength={of?.strength === 'shown' ? 'shown' : undefined}
        >
          <Inline text={title} />
          {lines.flat().map(({ label, text }) => [
            ' ',
            <span key={label}>
              {label === '' ? '' : `${label} `}
              <Inline text={text} />
            </span>,
          ])}
        </li>
      ))}
    </ul>
  );
}

function legendOf(legend: NonNullable<OutlineSection['legend']>) {
  return (
    <ul class="legend">
      {legend.map(({ sign, text }) => (
        <li key={text}>
          {sign && <span class={sign === 'note' ? 'quiet' : sign}>{signSymbols[sign]}</span>} {text}
        </li>
      ))}
      <li class="scripted keys">
        <kbd>←↑↓→</kbd> move between cells
      </li>
    </ul>
  );
}
