/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Comparison, Still, Unmatched as UnmatchedRow } from '../../../src/model/comparison.ts';
import { Icon } from '../../html/icons.tsx';
import { anchorOf } from '../../html/view.ts';
import { otherValue, standingMark, timingWords } from '../../outline/comparison-words.ts';
import { markWords, strengthWords, supportWords } from '../../outline/words.ts';

interface Anchored {
  readonly anchor: string;
  readonly heading: string;
}

interface SectionProps<Row> extends Anchored {
  readonly rows: readonly Row[];
}

/** A list of requirements below a heading; nothing for none. */
function Section({
  anchor,
  heading,
  children,
}: Anchored & { readonly children: readonly ComponentChildren[] }) {
  if (children.length === 0) return null;
  return (
    <section id={anchor} aria-labelledby={`${anchor}.heading`}>
      <h2 id={`${anchor}.heading`}>{heading}</h2>
      <ul class="card list">{children}</ul>
    </section>
  );
}

/** What deviates as before, with both values if they differ. */
export function StillDeviating({ anchor, heading, rows }: SectionProps<Still>) {
  return (
    <Section anchor={anchor} heading={heading}>
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
    </Section>
  );
}

function Values({ values }: { readonly values: readonly [string, string] | null }) {
  if (values === null) return null;
  return (
    <dl class="pair">
      <dt>was</dt>
      <dd>
        <code>{values[0]}</code>
      </dd>
      <dt>actual</dt>
      <dd>
        <code>{values[1]}</code>
      </dd>
    </dl>
  );
}

/** Requirements that only one report knows. */
export function Unmatched({ anchor, heading, rows }: SectionProps<UnmatchedRow>) {
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

/** How long answers took. */
export function Timing({ timing }: Pick<Comparison, 'timing'>) {
  if (timing.length === 0) return null;
  return (
    <section id="timing" aria-labelledby="timing.heading">
      <h2 id="timing.heading">Response time</h2>
      <p class="lead">A hint only: few requests, and whatever else went on at the time.</p>
      <ul class="card list compact">
        {timing.map((one) => (
          <li key={one.request}>{timingWords(one)}</li>
        ))}
      </ul>
    </section>
  );
}
