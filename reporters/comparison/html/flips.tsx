/** @jsxImportSource preact */
import type { Flip, Unmatched as UnmatchedRow } from '../../../src/model/comparison.ts';
import { Icon } from '../../html/icons.tsx';
import { anchorOf } from '../../html/view.ts';
import { flipWords, seenOf, standingMark, standingReason } from '../../support/comparison-words.ts';
import { markWords } from '../../support/words.ts';

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
  const { id, statement, strength, section } = flip;
  const why = standingReason(flip.after);
  return (
    <li class="finding" id={anchorOf(id)}>
      <Icon mark={standingMark(flip.after)} />
      <div>
        <p class="head">
          <a class="id" href={`#${anchorOf(id)}`}>
            <code>{id}</code>
          </a>
          <span class="where">
            {strength === 'stated' ? 'stated' : 'only shown'} · § {section}
          </span>
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
                  {markWords[standingMark(row)]}, {row.strength} · § {row.section}
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
