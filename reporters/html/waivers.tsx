/** @jsxImportSource preact */
import type { Report, RequirementResult } from '../../src/model/report.ts';
import type { WaiverResult } from '../../src/model/waiver.ts';
import { shortDeviation } from '../outline/finding.ts';
import { operationsOf, rowsOf } from '../outline/rows.ts';
import { idleWaivers } from '../outline/waivers.ts';
import { webLink } from '../outline/web-link.ts';
import { Icon } from './icons.tsx';
import { Rows } from './row.tsx';
import type { View } from './view.ts';

/** Deviations that somebody accepts until a day, and waivers that cover nothing. */
export function Waivers({ view }: { readonly view: View }) {
  const { report } = view;
  const rows = report.requirements.filter(({ verdict }) => verdict === 'waived');
  const idle = idleWaivers(report);
  if (rows.length + idle.length === 0) return null;
  return (
    <section id="accepted" aria-labelledby="accepted.heading">
      <h2 id="accepted.heading">Waivers</h2>
      {idle.length === 0 ? null : (
        <ul class="card list">
          {idle.map(({ id, state, words, stale }) => (
            <li key={id} class="finding">
              <Icon mark={stale ? 'deviates' : 'not-exercised'} />
              <div>
                <p>
                  Waiver of <code>{id}</code>: <span class={stale ? 'deviates' : ''}>{state}</span>
                </p>
                <p class="where">{words}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {operationsOf(report).map((name) => {
        const own = rowsOf(report, name).filter((row) => rows.includes(row));
        return own.length === 0 ? null : (
          <div key={name} class="card">
            <Rows
              mark="waived"
              operation={name}
              rows={own}
              note={(row) => <Covered report={report} row={row} />}
            />
          </div>
        );
      })}
    </section>
  );
}

function Covered({ report: { waivers }, row }: { readonly report: Report; readonly row: RequirementResult }) {
  const covering = waivers.filter(({ covers }) => covers.includes(row.id));
  return (
    <p>
      {shortDeviation(row)};{' '}
      {covering.length === 0
        ? (row.waiver ?? 'no reason was recorded')
        : covering.map((waiver) => <Waiver key={waiver.id} waiver={waiver} />)}
    </p>
  );
}

/** `accepted until 2026-04-30 by ledger team: names are cut, ticket LED-4711`; the ticket as a link where it is an address. */
function Waiver({ waiver: { reason, owner, expires, ticket } }: { readonly waiver: WaiverResult }) {
  const address = webLink(ticket);
  return (
    <>
      accepted until {expires} by {owner}: {reason}
      {ticket === undefined ? '' : ', ticket '}
      {address === null ? (
        ticket
      ) : (
        <a href={address} rel="noreferrer">
          {ticket}
        </a>
      )}{' '}
    </>
  );
}
