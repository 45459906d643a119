/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { Outcome, Report } from '../../src/model/report.ts';
import { plural } from '../../src/text/plural.ts';
import { type Mark, moment, restWords } from '../outline/words.ts';
import { Icon } from './icons.tsx';
import { anchorOf } from './view.ts';

const marks: Readonly<Record<Outcome, Mark>> = {
  conforms: 'conforms',
  'stale-waivers': 'shown-deviates',
  deviates: 'deviates',
  incomplete: 'shown-deviates',
};

/** Causes that are listed here; for the others the page points to the sections below. */
const mostCauses = 3;

/** The conclusion of the report: the verdict, why, who acts, what next, what changed, what was not checked. */
export function ConclusionBanner({ report }: { readonly report: Report }) {
  const { target, run, summary, conclusion } = report;
  const rest = restWords(conclusion);
  return (
    <div>
      <p class="eyebrow">
        Conformance of <code>{target.baseUrl}</code>
        {target.reference ? ' (the embedded reference service)' : ''}
        {run.label === undefined ? '' : `, build ${run.label}`},{' '}
        <time dateTime={run.startedAt}>{moment(run.startedAt)}</time>
      </p>
      <div class="outcome">
        <span class={`seal ${summary.outcome}`}>
          <Icon mark={marks[summary.outcome]} />
        </span>
        <div>
          <h1>{conclusion.verdict}</h1>
          <Causes why={conclusion.why} />
        </div>
      </div>
      <dl class="answer">
        <Part name="Action needed">{conclusion.act}</Part>
        <Part name="Next">
          <Next text={conclusion.next} />
        </Part>
        <Part name="Changed">{rest.changed}</Part>
        <Part name="Not checked">
          {conclusion.notChecked === null ? (
            rest.notChecked
          ) : (
            <a href="#not-checked">{conclusion.notChecked}</a>
          )}
        </Part>
      </dl>
    </div>
  );
}

function Causes({ why }: { readonly why: readonly string[] }) {
  const more = why.length - mostCauses;
  if (why.length === 0) return null;
  return (
    <ul class="why">
      {why.slice(0, mostCauses).map((cause) => (
        <li key={cause}>{cause}</li>
      ))}
      {more > 0 ? (
        <li>
          and <a href="#deviations">more below</a>
        </li>
      ) : null}
    </ul>
  );
}

/** A command can be copied; a sentence stays text. */
function Next({ text }: { readonly text: string }) {
  return /^(?:npx )?conformance /.test(text) ? <code>{text}</code> : text;
}

function Part({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What changed since the earlier report, by the ids of requirements. */
export function Changes({ report: { change, requirements } }: { readonly report: Report }) {
  if (change === null) return null;
  const known = new Set(requirements.map(({ id }) => id));
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['new', change.appeared],
    ['fixed', change.fixed],
    ['still', change.still.map(({ id }) => id)],
    ['only in some responses', change.flaky],
    ['no longer checked', change.lost],
  ];
  return (
    <section id="changes" aria-labelledby="changes.heading">
      <h2 id="changes.heading">Changes</h2>
      <p class="lead">{change.sentence}</p>
      <ul class="card list compact changes">
        {groups.map(([word, ids]) =>
          ids.length === 0 ? null : (
            <li key={word}>
              <strong>
                {ids.length} {word}
              </strong>{' '}
              {ids.map((id) => (
                <>
                  {known.has(id) ? (
                    <a href={`#${anchorOf(id)}`}>
                      <code>{id}</code>
                    </a>
                  ) : (
                    <code>{id}</code>
                  )}{' '}
                </>
              ))}
            </li>
          ),
        )}
        {change.consequences === 0 ? null : (
          <li>{plural(change.consequences, 'requirement')} changed only because of another</li>
        )}
        {change.observations.map(({ id, question, before, after }) => (
          <li key={id}>
            {question} Before: {before ?? 'not answered'}. Now: {after ?? 'not answered'}.
          </li>
        ))}
        {change.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}
