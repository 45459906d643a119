/** @jsxImportSource preact */
import { coverWords, type IdleWaiver, idleWaivers } from '../support/waivers.ts';
import { Icon } from './icons.tsx';
import { anchorOf, type View } from './view.ts';

/** Deviations that somebody accepts until a day, and waivers that cover nothing. */
export function Waivers({ view: { report } }: { readonly view: View }) {
  const rows = report.requirements.filter(({ verdict }) => verdict === 'waived');
  const idle = idleWaivers(report);
  if (rows.length + idle.length === 0) return null;
  return (
    <section id="waivers" aria-labelledby="waivers.heading">
      <h2 id="waivers.heading">Waivers</h2>
      <ul class="card list">
        {rows.map((row) => (
          <li key={row.id} class="finding">
            <Icon mark="waived" />
            <div>
              <a href={`#${anchorOf(row.id)}`}>
                <code>{row.id}</code>
              </a>{' '}
              is waived
              <p class="where">{coverWords(report, row)}</p>
            </div>
          </li>
        ))}
        {idle.map((waiver) => (
          <Idle key={waiver.id} waiver={waiver} />
        ))}
      </ul>
    </section>
  );
}

function Idle({ waiver: { id, state, words, stale } }: { readonly waiver: IdleWaiver }) {
  return (
    <li class="finding">
      <Icon mark={stale ? 'deviates' : 'not-exercised'} />
      <div>
        <p>
          <code>{id}</code> covers nothing: <span class={stale ? 'deviates' : ''}>{state}</span>
        </p>
        <p class="where">{words}</p>
      </div>
    </li>
  );
}
