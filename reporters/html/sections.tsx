import { headingText, type OutlineSection, said, signSymbols } from '../outline/outline.ts';
import { Exchanges } from './exchange.tsx';
import { Facts, Icon, Inline, plainly } from './inline.tsx';
import { Lines, Problem } from './rows.tsx';
import { Table } from './table.tsx';
import { anchorOf } from './view.ts';

/** The sections of an outline, each with those that continue it; nothing of them is cut but by the outline. */
export function Sections({ sections }: { readonly sections: readonly OutlineSection[] }) {
  return sections.map((section, at) => {
    if (section.heading === null) return null;
    const end = sections.findIndex(({ heading }, other) => other > at && heading !== null);
    return sectionOf(section, sections.slice(at + 1, end === -1 ? undefined : end).map(partOf));
  });
}

function sectionOf(section: OutlineSection, others: readonly ReturnType<typeof partOf>[]) {
  const id = anchorOf(section.anchor);
  return (
    <section id={id} aria-labelledby={`${id}.heading`}>
      <h2 id={`${id}.heading`}>{headingText(section)}</h2>
      {section.folds === undefined ? (
        [partOf(section), others]
      ) : (
        <details class="card fold">
          <summary>{leadOf(section)}</summary>
          {others}
        </details>
      )}
    </section>
  );
}

/** The rows of a section in the line that opens what continues it. */
function leadOf({ kind, rows, empty }: OutlineSection) {
  if (kind !== 'list' || rows.length === 0) return empty;
  return rows.map(({ sign, title }, at) => (
    <span key={at} class="lead">
      <Icon sign={sign} /> {plainly(title)}
    </span>
  ));
}

function partOf(section: OutlineSection) {
  const { caption, legend = [], rows, empty, more } = section;
  const signs = legend.map(({ sign, text }) => said(sign && signSymbols[sign], text).join(' '));
  return (
    <>
      {caption && (
        <h3>
          <Inline text={caption} />
        </h3>
      )}
      {signs.length > 0 && <p class="small quiet">{signs.join(', ')}</p>}
      {rows.length === 0 ? <p>{empty}</p> : contentOf(section)}
      {more && <p class="small quiet">{more}.</p>}
    </>
  );
}

function contentOf(section: OutlineSection) {
  switch (section.kind) {
    case 'facts':
      return (
        <div class="card">
          <Facts facts={section.rows} />
        </div>
      );
    case 'list':
    case 'strip':
      return <Lines rows={section.rows} />;
    case 'record':
      if (!section.rows.some(({ chips }) => chips)) return <Lines rows={section.rows} />;
      return section.rows.map((row) => <Problem key={row.anchor} row={row} />);
    case 'table':
      return <Table section={section} />;
    case 'exchanges':
      return <Exchanges rows={section.rows} isOpen={section.anchor === 'records'} />;
    case 'code':
      return null;
  }
}
