/** @jsxImportSource preact */
import type { Observation, Report } from '../../src/model/report.ts';
import { effectLines } from '../support/effects.ts';
import { notExercised, operationsOf, type ReasonGroup, rowsOf } from '../support/rows.ts';
import { operationWords, plural } from '../support/words.ts';
import { Icon } from './icons.tsx';
import { anchorOf, type View } from './view.ts';

type Given = { readonly view: View };

/** What was not exercised, by reason. */
export function NotExercised({ view: { report } }: Given) {
  const groups = operationsOf(report).flatMap((operation) =>
    notExercised(rowsOf(report, operation)).map((group) => ({ operation, ...group })),
  );
  if (groups.length === 0) return null;
  return (
    <section id="not-exercised" aria-labelledby="not-exercised.heading">
      <h2 id="not-exercised.heading">Not exercised, and why</h2>
      <ul class="card list">
        {groups.map(({ operation, ...group }) => (
          <li key={`${operation} ${group.reason} ${group.because}`} class="finding">
            <Icon mark="not-exercised" />
            <Reason method={operationWords(report, operation).method} group={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reason({
  method,
  group: { reason, because, rows },
}: {
  readonly method: string;
  readonly group: ReasonGroup;
}) {
  return (
    <div>
      <p>
        {method}: {reason}
        {because ? (
          <>
            {' '}
            (see{' '}
            <a href={`#${anchorOf(because)}`}>
              <code>{because}</code>
            </a>
            )
          </>
        ) : null}
      </p>
      <details>
        <summary class="where">{plural(rows.length, 'requirement')}</summary>
        <ul>
          {rows.map(({ id }) => (
            <li key={id}>
              <a href={`#${anchorOf(id)}`}>
                <code>{id}</code>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/** What was seen where the document is silent, the prominent first, and what was not asked. */
export function Observations({ view }: Given) {
  const { observations, notAsked } = view.report;
  const sorted = [...observations].sort((one, other) => Number(other.prominent) - Number(one.prominent));
  return (
    <section id="observations" aria-labelledby="observations.heading">
      <h2 id="observations.heading">Observations</h2>
      <p class="lead">
        Where the document is silent, nothing is right or wrong. This is what the service did.
      </p>
      <dl class="card questions">
        {sorted.map((observation) => (
          <Answered key={observation.id} observation={observation} view={view} />
        ))}
      </dl>
      <OpenQuestions notAsked={notAsked} />
    </section>
  );
}

function Answered({ observation, view }: Given & { readonly observation: Observation }) {
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
            {exchanges.size > mostExchanges ? <span>and {exchanges.size - mostExchanges} more</span> : null}
          </p>
        )}
      </dd>
    </div>
  );
}

/** Exchanges that are named for one observation. */
const mostExchanges = 6;

function OpenQuestions({ notAsked }: Pick<Report, 'notAsked'>) {
  if (notAsked.length === 0) return null;
  return (
    <>
      <h3 id="not-asked" class="sub">
        Open questions that this run did not ask
      </h3>
      <ul class="card list compact">
        {notAsked.map(({ id, question, section }) => (
          <li key={id} class="split">
            <span>{question}</span> <span class="where">§ {section}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is odd in the document itself. */
export function DocumentNotes({ view: { report } }: Given) {
  if (report.documentNotes.length === 0) return null;
  return (
    <section id="document-notes" aria-labelledby="document-notes.heading">
      <h2 id="document-notes.heading">Notes on the document</h2>
      <p class="lead">Oddities of the document itself, held against nobody.</p>
      <ul class="card list compact">
        {report.documentNotes.map(({ id, sections, note }) => (
          <li key={id} class="split">
            <span>{note}</span> <span class="where">§ {sections.join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the run wrote and deleted. */
export function Effects({ view: { report } }: Given) {
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
