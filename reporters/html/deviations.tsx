/** @jsxImportSource preact */

import { severities } from '../../src/model/conclusion.ts';
import type { RequirementResult } from '../../src/model/report.ts';
import { andMore } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { sinceWhen } from '../outline/deviation-text.ts';
import { type FailedRequest, grouped, mostNamed } from '../outline/unanswered.ts';
import { markOf, problemTitle, severityText } from '../outline/words.ts';
import { DeviationBody } from './evidence.tsx';
import { Icon } from './icons.tsx';
import { anchorOf, type ShownProblem, type View } from './view.ts';

/** What deviates, the gravest first; deviations of one cause together. */
export function Deviations({ view }: { readonly view: View }) {
  if (view.problems.length === 0) return null;
  return (
    <section id="deviations" aria-labelledby="deviations.heading">
      <h2 id="deviations.heading">Deviations</h2>
      <div class="problems">
        {view.problems.map((problem) => (
          <Problem key={problem.anchor} problem={problem} view={view} />
        ))}
      </div>
      <p class="nothing" hidden>
        No deviation matches.
      </p>
    </section>
  );
}

function Problem({ problem, view }: { readonly problem: ShownProblem; readonly view: View }) {
  const { rows, cure, severity, blocks } = problem;
  const [first] = rows;
  const since = first === undefined ? null : sinceWhen(view.report, first.id);
  return (
    <article
      class="card problem"
      id={problem.anchor}
      data-severity={severities.indexOf(severity)}
      data-field={`${first?.operation ?? ''} ${first?.place ?? ''}`}
      data-since={since?.order ?? ''}
    >
      <header>
        <Icon mark={severity === 'shown' ? 'shown-deviates' : 'deviates'} />
        <h3>{problemTitle(problem)}</h3>
        <span class="chips">
          {since === null ? null : (
            <span class={since.isNew ? 'chip new' : 'chip'}>{since.isNew ? 'new' : since.words}</span>
          )}
          <span class={severity === 'security' ? 'chip security' : 'chip'}>{severityText(problem)}</span>
        </span>
      </header>
      {cure === null ? null : (
        <p class="cure">
          <strong>Fix:</strong> {cure}
        </p>
      )}
      {rows.map((row, at) => (
        <Deviation key={row.id} row={row} view={view} alone={rows.length === 1} open={at === 0} />
      ))}
      {blocks === 0 ? null : (
        <p class="small quiet">{plural(blocks, 'more requirement')} could not be checked because of it.</p>
      )}
      <Texts problem={problem} view={view} />
    </article>
  );
}

interface DeviationProps {
  readonly row: RequirementResult;
  readonly view: View;
  /** Whether the problem has no other. */
  readonly alone: boolean;
  readonly open: boolean;
}

/** One requirement that deviates; several of one cause fold. */
function Deviation({ row, view, alone, open }: DeviationProps) {
  const data = {
    'data-mark': markOf(row),
    'data-strength': row.strength,
    'data-operation': row.operation,
  };
  const [first] = row.evidence;
  const body = <DeviationBody row={row} view={view} />;
  if (alone)
    return (
      <div class="row deviation" id={anchorOf(row.id)} {...data}>
        {body}
      </div>
    );
  return (
    <details class="row deviation" open={open} {...data}>
      <summary>
        {row.place === null ? row.statement : <code>{row.place.slice(1).replaceAll('/', '.')}</code>}
        {first === undefined ? '' : ': '}
        {first === undefined ? null : <code>{first.actual}</code>}
      </summary>
      <div id={anchorOf(row.id)}>{body}</div>
    </details>
  );
}

/** What is copied elsewhere: an issue, a waiver, the command. */
function Texts({
  problem: { anchor, rows, issue, waiver },
  view,
}: {
  readonly problem: ShownProblem;
  readonly view: View;
}) {
  const [first] = rows.flatMap(({ evidence }) => evidence);
  const exchange = first && view.exchangeOf(first.exchange);
  return (
    <div class="texts">
      <span class="scripted">
        <CopyButton of={`${anchor}.issue`} label="Copy as an issue" />
        {waiver === '' ? null : <CopyButton of={`${anchor}.waiver`} label="Copy its waiver" />}
        {exchange ? <CopyButton of={`${exchange.anchor}.command`} label="Copy as curl" /> : null}
      </span>
      <details>
        <summary>Issue and waiver as text</summary>
        <h4>Issue, in Markdown</h4>
        <pre class="text" id={`${anchor}.issue`}>
          {issue}
        </pre>
        {waiver === '' ? null : (
          <>
            <h4>Waiver, for the list in the waivers file</h4>
            <pre class="text" id={`${anchor}.waiver`}>
              {waiver}
            </pre>
          </>
        )}
      </details>
    </div>
  );
}

function CopyButton({ of, label }: { readonly of: string; readonly label: string }) {
  return (
    <button class="button" type="button" data-copy={of}>
      {label}
    </button>
  );
}

interface FailedProps {
  readonly view: View;
  readonly requests: readonly FailedRequest[];
}

/** Authorised requests that were not answered with success, and where to look first. */
export function Failed({ view, requests }: FailedProps) {
  if (requests.length === 0) return null;
  return (
    <section id="failed" aria-labelledby="failed.heading">
      <h2 id="failed.heading">Requests that failed</h2>
      <ul class="card list">
        {grouped(view.report, requests).map(({ exchanges, isSample, reason, answer, hint }) => {
          const left = exchanges.length - mostNamed;
          const more = left > 0 ? andMore(isSample ? null : left) : '';
          return (
            <li key={exchanges[0]?.id} class="finding">
              <Icon mark="shown-deviates" />
              <div>
                <p>
                  {exchanges.slice(0, mostNamed).map(({ id, probe }, at) => (
                    <>
                      {at === 0 ? '' : ', '}
                      <a class="id" href={`#${view.exchangeOf(id)?.anchor}`}>
                        {probe}
                      </a>
                    </>
                  ))}
                  {more === '' ? '' : ` ${more}`}: {reason}
                </p>
                {answer === null ? null : (
                  <p class="small">
                    <code>{answer}</code>
                  </p>
                )}
                {hint === null ? null : <p class="where">{hint}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
