/** @jsxImportSource preact */

import type { Observation } from '../../src/model/report.ts';
import { andMore } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { effectLines } from '../outline/effects.ts';
import { notExercisedIn, type ReasonGroup } from '../outline/rows.ts';
import { operationWords } from '../outline/words.ts';
import { Rows } from './row.tsx';
import { anchorOf, type View } from './view.ts';

type WithView = { readonly view: View };

/** What was not checked, by reason. */
export function NotChecked({ view }: WithView) {
  const { report } = view;
  const groups = notExercisedIn(report);
  if (groups.length === 0 && report.conclusion.notChecked === null) return null;
  return (
    <section id="not-checked" aria-labelledby="not-checked.heading">
      <h2 id="not-checked.heading">Not checked, and why</h2>
      {groups.length === 0 ? <p>{report.conclusion.notChecked}</p> : null}
      {groups.map(({ operation, ...group }) => (
        <details key={`${operation} ${group.reason} ${group.because}`} class="card fold">
          <summary>
            <strong>
              {operationWords(report, operation).method}: {plural(group.rows.length, 'requirement')}
            </strong>
            <span class="fields">{group.reason}</span>
          </summary>
          <Cause group={group} />
          <Rows mark="not-exercised" operation={operation} rows={group.rows} />
        </details>
      ))}
    </section>
  );
}

/** The requirement that is the cause, as a link: a summary may hold none. */
function Cause({ group: { because, covered } }: { readonly group: ReasonGroup }) {
  if (because === undefined) return null;
  return (
    <p class="cause">
      The cause is{' '}
      <a href={`#${anchorOf(because)}`}>
        <code>{because}</code>
      </a>
      {covered ? ', which a waiver covers' : ''}.
    </p>
  );
}

/** What was seen where the document is silent, what is prominent first, and what was not asked. */
export function Observations({ view }: WithView) {
  const { observations } = view.report;
  const prominent = observations.filter((one) => one.prominent);
  const others = observations.filter((one) => !one.prominent);
  return (
    <section id="observations" aria-labelledby="observations.heading">
      <h2 id="observations.heading">Observations</h2>
      {observations.length === 0 ? <p>Nothing was observed.</p> : null}
      {prominent.length === 0 ? null : <Questions observations={prominent} view={view} />}
      {others.length === 0 ? null : (
        <details class="card fold">
          <summary>
            <strong>{plural(others.length, 'observation')}</strong>
            <span class="fields">
              What the service did where the document says nothing: neither right nor wrong.
            </span>
          </summary>
          <Questions observations={others} view={view} />
        </details>
      )}
    </section>
  );
}

function Questions({ observations, view }: WithView & { readonly observations: readonly Observation[] }) {
  return (
    <dl class="card questions">
      {observations.map((observation) => (
        <Answered key={observation.id} observation={observation} view={view} />
      ))}
    </dl>
  );
}

function Answered({ observation, view }: WithView & { readonly observation: Observation }) {
  const { id, question, section, answer, prominent, evidence } = observation;
  const exchanges = new Set(evidence.map(({ exchange }) => exchange));
  return (
    <div id={anchorOf(`observation.${id}`)} class={prominent ? 'prominent' : ''}>
      <dt class="split">
        <span>{question}</span> <span class="where">§ {section}</span>
      </dt>
      <dd>
        <p>{answer}</p>
        {exchanges.size === 0 ? null : (
          <p class="where seen">
            <span>seen in</span>
            {[...exchanges].slice(0, mostExchanges).map((exchange) => (
              <a key={exchange} href={`#${view.exchangeOf(exchange)?.anchor}`}>
                {view.exchangeOf(exchange)?.exchange.probe ?? exchange}
              </a>
            ))}
            {exchanges.size > mostExchanges ? <span>{andMore(null)}</span> : null}
          </p>
        )}
      </dd>
    </div>
  );
}

/** Exchanges that are named for one observation; reports keep a sample of them. */
const mostExchanges = 2;

/** What the run wrote and deleted. */
export function Effects({ view: { report } }: WithView) {
  const lines = effectLines(report);
  return (
    <section id="effects" aria-labelledby="effects.heading">
      <h2 id="effects.heading">Effects on the target</h2>
      {lines.length === 0 ? (
        <p>The run wrote and deleted nothing that it knows of.</p>
      ) : (
        <ul class="card list compact">
          {lines.map(({ noun, id, what, times, state }) => (
            <li key={`${noun} ${id} ${state}`}>
              {noun} {id === null ? '(identifier unknown)' : <code>{id}</code>} <strong>{what}</strong>
              {times > 1 ? ` ${times} times` : ''}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
