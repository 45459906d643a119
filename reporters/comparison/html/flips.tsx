/** @jsxImportSource preact */
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

interface FlipsProps {
  readonly anchor: string;
  readonly heading: string;
  readonly flips: readonly Flip[];
}

/** Requirements that went one way; that nothing got worse is said. */
export function Flips({ anchor, heading, flips }: FlipsProps) {
  if (flips.length === 0 && anchor !== 'worse') return null;
  return (
    <section id={anchor} aria-labelledby={`${anchor}.heading`}>
      <h2 id={`${anchor}.heading`}>{heading}</h2>
      {flips.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <ul class="card list">
          {flips.map((flip) => (
            <Item key={flip.id} flip={flip} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Item({ flip }: { readonly flip: Flip }) {
  const { id, statement } = flip;
  const why = standingReason(flip.after);
  return (
    <li class="finding" id={anchorOf(id)}>
      <Icon mark={standingMark(flip.after)} />
      <div>
        <p class="head">
          <a class="id" href={`#${anchorOf(id)}`}>
            <code>{id}</code>
          </a>
          <span class="where">{supportWords(flip)}</span>
        </p>
        <p>{statement}</p>
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

interface StillProps {
  readonly anchor: string;
  readonly heading: string;
  readonly rows: readonly Still[];
}

/** What deviates as before, with the value where it is another one. */
export function StillDeviating({ anchor, heading, rows }: StillProps) {
  if (rows.length === 0) return null;
  return (
    <section id={anchor} aria-labelledby={`${anchor}.heading`}>
      <h2 id={`${anchor}.heading`}>{heading}</h2>
      <ul class="card list">
        {rows.map((row) => (
          <li key={row.id} class="finding" id={anchorOf(row.id)}>
            <Icon mark={standingMark(row.after)} />
            <div>
              <p class="head">
                <a class="id" href={`#${anchorOf(row.id)}`}>
                  <code>{row.id}</code>
                </a>
                <span class="where">{supportWords(row)}</span>
              </p>
              <p>{row.statement}</p>
              <Values values={otherValue(row)} />
            </div>
          </li>
        ))}
      </ul>
    </section>
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

interface UnmatchedProps {
  readonly anchor: string;
  readonly heading: string;
  readonly rows: readonly UnmatchedRow[];
}

/** Requirements that only one report knows. */
export function Unmatched({ anchor, heading, rows }: UnmatchedProps) {
  if (rows.length === 0) return null;
  return (
    <section id={anchor} aria-labelledby={`${anchor}.heading`}>
      <h2 id={`${anchor}.heading`}>{heading}</h2>
      <ul class="card list">
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
      </ul>
    </section>
  );
}
