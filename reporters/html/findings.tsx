/** @jsxImportSource preact */
import type { RequirementResult } from '../../src/model/report.ts';
import { placeWords } from '../support/row-text.ts';
import { deviating } from '../support/rows.ts';
import type { UnansweredRequest } from '../support/unanswered.ts';
import { markOf, markWords, plural } from '../support/words.ts';
import { Icon } from './icons.tsx';
import { anchorOf, type View } from './view.ts';

/** What deviates, stated requirements first, each with its first place. */
export function Deviations({ view }: { readonly view: View }) {
  const rows = deviating(view.report.requirements);
  if (rows.length === 0) return null;
  return (
    <section id="deviations" aria-labelledby="deviations.heading">
      <h2 id="deviations.heading">Deviations</h2>
      <ul class="card list">
        {rows.map((row) => (
          <Deviation key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Deviation({ row }: { readonly row: RequirementResult }) {
  const [first] = row.evidence;
  const others = row.evidence.length - 1 + row.evidenceOmitted;
  return (
    <li class="finding">
      <Icon mark={markOf(row)} />
      <div class="pairs">
        <div>
          <p>
            <a class="id" href={`#${anchorOf(row.id)}`}>
              <code>{row.id}</code>
            </a>
          </p>
          <p>{row.statement}</p>
          <p class="where">
            <span class="hidden">{markWords[markOf(row)]}, </span>
            {row.strength === 'stated' ? 'stated' : 'only shown'} · § {row.section}
          </p>
        </div>
        {first ? (
          <dl class="pair">
            <dt>expected</dt>
            <dd>{first.expected}</dd>
            <dt>actual</dt>
            <dd>
              <code>{first.actual}</code>
            </dd>
            <dt>at</dt>
            <dd>
              <code>{placeWords(first.pointer)}</code>
              {others > 0 ? ` and ${plural(others, 'more place')}` : ''}
            </dd>
          </dl>
        ) : null}
      </div>
    </li>
  );
}

/** Authorised requests that were not answered with success, and where to look first. */
export function Unanswered({
  view,
  requests,
}: {
  readonly view: View;
  readonly requests: readonly UnansweredRequest[];
}) {
  if (requests.length === 0) return null;
  return (
    <section id="unanswered" aria-labelledby="unanswered.heading">
      <h2 id="unanswered.heading">Not answered with success</h2>
      <ul class="card list">
        {requests.map(({ exchange, reason, answer, hint }) => (
          <li key={exchange.id} class="finding">
            <Icon mark="shown-deviates" />
            <div>
              <p>
                <a class="id" href={`#${view.exchangeOf(exchange.id)?.anchor}`}>
                  <code>{exchange.probe}</code>
                </a>
                : {reason}
              </p>
              {answer === null ? null : (
                <p class="small">
                  <code>{answer}</code>
                </p>
              )}
              {hint === null ? null : <p class="where">Hint: {hint}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
