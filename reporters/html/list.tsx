/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Fact, OutlineSection, RichText, Row, StripRow } from '../outline/outline.ts';
import { Icon } from './icons.tsx';
import { Strip } from './strip.tsx';
import { anchorOf } from './view.ts';

/** A section of an outline below its heading; nothing of it is cut but by the outline. */
export function ListSection({ section }: { readonly section: OutlineSection }) {
  return (
    <Headed section={section}>
      {section.kind === 'facts' ? <Facts rows={section.rows} /> : null}
      {section.kind === 'list' || section.kind === 'record' ? <Rows rows={section.rows} /> : null}
      {section.kind === 'strip' ? <Strips rows={section.rows} /> : null}
    </Headed>
  );
}

/** The heading of a section, around what shows its rows. */
export function Headed({
  section: { anchor, heading, rows, empty, more },
  children,
}: {
  readonly section: OutlineSection;
  readonly children: ComponentChildren;
}) {
  return (
    <section id={anchor} aria-labelledby={`${anchor}.heading`}>
      <h2 id={`${anchor}.heading`}>{heading}</h2>
      {rows.length === 0 ? <p>{empty}</p> : children}
      {more === undefined ? null : <p class="quiet">{more}.</p>}
    </section>
  );
}

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <ul class="card list">
      {rows.map(({ sign = 'note', title, lines = [] }, at) => (
        <li key={at} class={sign === 'note' ? undefined : 'finding'} id={anchorIn(title)}>
          {sign === 'note' ? null : <Icon mark={sign === 'failed' ? 'deviates' : sign} />}
          <div>
            <p>
              <Inline text={title} own={anchorIn(title)} />
            </p>
            {lines.length === 0 ? null : <Pairs facts={lines.flat()} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Facts({ rows }: { readonly rows: readonly Fact[] }) {
  return (
    <ul class="card list compact">
      {rows.map(({ label, text }, at) => (
        <li key={at}>
          {label === '' ? null : <strong>{label} </strong>}
          <Inline text={text} />
        </li>
      ))}
    </ul>
  );
}

function Strips({ rows }: { readonly rows: readonly StripRow[] }) {
  return (
    <ul class="card list">
      {rows.map(({ title, cells, lines = [] }, at) => (
        <li key={at}>
          <p>
            <Inline text={title} />
          </p>
          {lines.flat().map(({ text }, line) => (
            <p key={line} class="small">
              <Inline text={text} />
            </p>
          ))}
          {cells.length === 0 ? null : <Strip cells={cells} />}
        </li>
      ))}
    </ul>
  );
}

export function Pairs({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="pair">
      {facts.map(({ label, text }, at) => (
        <>
          <dt key={`${at}.label`}>{label}</dt>
          <dd key={at}>
            <Inline text={text} />
          </dd>
        </>
      ))}
    </dl>
  );
}

/** A row whose title begins with the id of a requirement can be linked to. */
export function anchorIn(title: RichText): string | undefined {
  const [first] = title;
  return typeof first === 'object' && 'value' in first ? anchorOf(first.value) : undefined;
}

/** A text with its values; the one that `own` is the anchor of leads to itself. */
export function Inline({ text, own }: { readonly text: RichText; readonly own?: string | undefined }) {
  if (typeof text === 'string') return <>{text}</>;
  return (
    <>
      {text.map((piece, at) => {
        if (typeof piece === 'string') return piece;
        if ('url' in piece) return piece.link;
        const value = <code key={at}>{piece.value}</code>;
        if (own === undefined || at > 0) return value;
        return (
          <a key={at} class="id" href={`#${own}`}>
            {value}
          </a>
        );
      })}
    </>
  );
}
