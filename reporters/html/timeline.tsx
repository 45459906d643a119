/** @jsxImportSource preact */
import type { Exchange } from '../../src/model/exchange.ts';
import type { ShownExchange } from './view.ts';

/** More exchanges than this scroll in a box of their own. */
const mostInSight = 30;

interface DrawnPhase {
  readonly name: 'connect' | 'wait' | 'receive' | 'failed';
  /** Milliseconds since the first exchange began. */
  readonly from: number;
  readonly to: number;
}

const phaseWords: Readonly<Record<DrawnPhase['name'], string>> = {
  connect: 'connecting',
  wait: 'waiting for the first byte',
  receive: 'receiving',
  failed: 'until it failed',
};

/** Milliseconds of the epoch; zero for what is not a date. */
function beginning({ exchange }: ShownExchange): number {
  return Date.parse(exchange.timings.startedAt) || 0;
}

/** Exchanges in the order in which they began, with a bar each. */
export function Timeline({ exchanges }: { readonly exchanges: readonly ShownExchange[] }) {
  if (exchanges.length === 0) return null;
  const sorted = [...exchanges].sort((one, other) => beginning(one) - beginning(other));
  const first = Math.min(...exchanges.map(beginning));
  const end = Math.max(...sorted.map((one) => beginning(one) - first + one.exchange.timings.totalMs), 1);
  const isLong = exchanges.length > mostInSight;
  return (
    <div class="card">
      <PhaseLegend />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1) */}
      <section class={isLong ? 'scroll long' : 'scroll'} tabIndex={0} aria-labelledby="timeline.caption">
        <table class="timeline">
          <caption id="timeline.caption" class="hidden">
            Response times, in milliseconds since the first request began
          </caption>
          <thead>
            <tr>
              <th scope="col">Request</th>
              <th scope="col" class="extra">
                Response
              </th>
              <th scope="col" class="number extra">
                Began
              </th>
              <th scope="col" class="number">
                Response time
              </th>
              <th scope="col" class="track">
                <span class="axis">
                  <span>0</span> <span>{milliseconds(end / 2)}</span> <span>{milliseconds(end)}</span>
                </span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((one) => (
              <Track key={one.anchor} one={one} began={beginning(one) - first} end={end} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function PhaseLegend() {
  return (
    <ul class="legend phases">
      {(Object.keys(phaseWords) as DrawnPhase['name'][]).map((name) => (
        <li key={name}>
          <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
            <rect class={`phase-${name}`} width="1" height="1" />
          </svg>{' '}
          {phaseWords[name]}
        </li>
      ))}
    </ul>
  );
}

/** How an exchange ended, in a few words: `200 OK`, `timeout`. */
export function responseWords({ response, failure }: Exchange): string {
  if (response) return `${response.status} ${response.reason}`.trim();
  return failure?.kind ?? 'no response';
}

function phasesOf({ timings, failure }: Exchange, began: number): readonly DrawnPhase[] {
  const { connectMs, firstByteMs, totalMs } = timings;
  const connected = connectMs ?? (firstByteMs === null ? totalMs : 0);
  const answered = Math.max(firstByteMs ?? totalMs, connected);
  const last = failure ? 'failed' : 'receive';
  const phases: readonly DrawnPhase[] = [
    { name: connectMs === null && failure ? 'failed' : 'connect', from: 0, to: connected },
    { name: firstByteMs === null && failure ? 'failed' : 'wait', from: connected, to: answered },
    { name: last, from: answered, to: totalMs },
  ];
  return phases
    .filter(({ from, to }) => to > from)
    .map(({ name, from, to }) => ({ name, from: began + from, to: began + to }));
}

function Track({
  one,
  began,
  end,
}: {
  readonly one: ShownExchange;
  readonly began: number;
  readonly end: number;
}) {
  const { exchange, anchor } = one;
  return (
    <tr>
      <th scope="row">
        <a href={`#${anchor}`}>{exchange.probe}</a>
      </th>
      <td class="extra">{responseWords(exchange)}</td>
      <td class="number extra">{milliseconds(began)}</td>
      <td class="number">{milliseconds(exchange.timings.totalMs)}</td>
      <td class="track">
        <svg viewBox={`0 0 ${round(end)} 1`} preserveAspectRatio="none" aria-hidden="true">
          {phasesOf(exchange, began).map(({ name, from, to }) => (
            <rect
              key={`${name} ${from}`}
              class={`phase-${name}`}
              x={round(from)}
              width={round(Math.max(to - from, end / 400))}
              height="1"
            />
          ))}
        </svg>
      </td>
    </tr>
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** `3.7 ms`, `1,250 ms`. */
function milliseconds(value: number): string {
  return `${value < 100 ? round(Math.round(value * 10) / 10) : Math.round(value)} ms`;
}
