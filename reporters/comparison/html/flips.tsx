/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Flip, Still, Unmatched as UnmatchedRow } from '../../../src/model/comparison.ts';
import { Icon } from '../../html/icons.tsx';
import { anchorOf } from '../../html/view.ts';
import {
  flipWords,
  otherValue,
  seenOf,
  standingMark,
  standingReason,
} from '../../support/comparison-words.ts';
import { markWords, strengthWords, supportWords } from '../../support/words.ts';

interface Named {
  readonly anchor: string;
  readonly heading: string;
}

interface SectionProps<Row> extends Named {
  readonly rows: readonly Row[];
}

/** A list of requirements below a heading. */
function Section({ anchor, heading, children }: Named & { readonly children: readonly ComponentChildren[] }) {
  return (
    <section id={anchor} aria-labelledby={`${anchor}.heading`}>
      <h2 id={`${anchor}.heading`}>{heading}</h2>
      {children.length === 0 ? <p>Nothing.</p> : <ul class="card list">{children}</ul>}
    </section>
  );
}

/** The id, which links to its own entry, with how far the document supports it, and the sentence. */
function Head({ row }: { readonly row: Flip | Still }) {
  return (
    <>
      <p class="head">
        <a class="id" href={`#${anchorOf(row.id)}`}>
          <code>{row.id}</code>
        </a>
        <span class="where">{supportWords(row)}</span>
      </p>
      <p>{row.statement}</p>
    </>
  );
}

/** Requirements that went one way; that nothing got worse is said. */
export function Flips({ anchor, heading, rows }: SectionProps<Flip>) {
  if (rows.length === 0 && anchor !== 'worse') return null;
  return (
    <Section anchor={anchor} heading={heading}>
      {rows.map((flip) => (
        <Item key={flip.id} flip={flip} />
      ))}
    </Section>
  );
}

function Item({ flip }: { readonly flip: Flip }) {
  const why = standingReason(flip.after);
  return (
    <li class="finding" id={anchorOf(flip.id)}>
      <Icon mark={standingMark(flip.after)} />
      <div>
        <Head row={flip} />
        <dl class="pair">
          <dt>verdict</dt>
          <dd>{flipWords(flip)}</dd>
          {(seenOf(flip)?.lines ?? []).map(([label, text]) => (
            <Line key={label} label={label} text={text} />
          ))}
          {why === null ? null : <Line label="because" text={why} />}
        </dl>
      </div>
    </li>
  );
}

function Line({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{label === 'actual' || label === 'was' ? <code>{text}</code> : text}</dd>
    </>
  );
}

/** What deviates as before, with the value where it is another one. */
export function StillDeviating({ anchor, heading, rows }: SectionProps<Still>) {
  if (rows.length === 0) return null;
  return (
    <Section anchor={anchor} heading={heading}>
      {rows.map((row) => (
        <li key={row.id} class="finding" id={anchorOf(row.id)}>
          <Icon mark={standingMark(row.after)} />
          <div>
            <Head row={row} />
            <Values values={otherValue(row)} />
          </div>
        </li>
      ))}
    </Section>
  );
}

function Values({ values }: { readonly values: readonly [string, string] | null }) {
  if (values === null) return null;
  return (
    <dl class="pair">
      <Line label="was" text={values[0]} />
      <Line label="actual" text={values[1]} />
    </dl>
  );
}

/** Requirements that only one report knows. */
export function Unmatched({ anchor, heading, rows }: SectionProps<UnmatchedRow>) {
  if (rows.length === 0) return null;
  return (
    <Section anchor={anchor} heading={heading}>
      {rows.map((row) => (
        <li key={row.id} class="finding">
          <Icon mark={standingMark(row)} />
          <div>
            <p class="head">
              <code>{row.id}</code>
              <span class="where">
                {markWords[standingMark(row)]}, {strengthWords[row.strength]}, section {row.section}
              </span>
            </p>
            <p>{row.statement}</p>
          </div>
        </li>
      ))}
    </Section>
  );
}
