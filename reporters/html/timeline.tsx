import { h } from 'preact';
import type { Exchange } from '../../src/model/exchange.ts';
import { Icon } from './inline.tsx';
import { type ShownExchange, worstIn } from './view.ts';

/** More exchanges than this scroll in a box of their own. */
const mostInSight = 30;

const phaseWords = {
  connect: 'connecting',
  wait: 'waiting for the first byte',
  receive: 'receiving',
  failed: 'until it failed',
} as const;

/** Milliseconds of the epoch; zero for what is not a date. */
function beginning({ exchange }: ShownExchange): number {
  return Date.parse(exchange.timings.startedAt) || 0;
}

/** Headings of columns, with the classes of their cells. */
const columns = [
  ['Request', undefined],
  ['Response', 'extra'],
  ['Began', 'number extra'],
  ['Response time', 'number'],
] as const;

/** Exchanges in the order in which they began, with a bar each. */
export function Timeline({ exchanges }: { readonly exchanges: readonly ShownExchange[] }) {
  if (exchanges.length === 0) return null;
  const sorted = [...exchanges].sort((one, other) => beginning(one) - beginning(other));
  const first = Math.min(...exchanges.map(beginning));
  const end = Math.max(...sorted.map((one) => beginning(one) - first + one.exchange.timings.totalMs), 1);
  const isLong = exchanges.length > mostInSight;
  return (
    <div class="card">
      <ul class="legend phases">
        {Object.entries(phaseWords).map(([name, words]) => (
          <li key={name}>
            <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
              <rect class={`phase-${name}`} width="1" height="1" />
            </svg>{' '}
            {words}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1) */}
      <section class={isLong ? 'scroll long' : 'scroll'} tabIndex={0} aria-labelledby="timeline.caption">
        <table class="timeline">
          <caption id="timeline.caption" class="hidden">
            Response times, in milliseconds since the first request began
          </caption>
          <thead>
            <tr>
              {columns.map(([heading, kind]) => h('th', { scope: 'col', class: kind }, heading))}
              <th scope="col" class="track">
                <span class="axis">
                  <span>0</span> <span>{milliseconds(end / 2)}</span> <span>{milliseconds(end)}</span>
                </span>
              </th>
            </tr>
          </thead>
          <tbody>{sorted.map((one) => track(one, beginning(one) - first, end))}</tbody>
        </table>
      </section>
    </div>
  );
}

/** How an exchange ended, in a few words: `200 OK`, `timeout`. */
export function responseWords({ response, failure }: Exchange): string {
  if (response) return `${response.status} ${response.reason}`.trim();
  return failure?.sent === false ? 'no connection' : (failure?.kind ?? 'no response');
}

/** What an exchange spent its time with, in milliseconds since it began. */
function phasesOf({ timings, failure }: Exchange) {
  const { connectMs, firstByteMs, totalMs } = timings;
  const connected = connectMs ?? (firstByteMs === null ? totalMs : 0);
  const answered = Math.max(firstByteMs ?? totalMs, connected);
  const phases = [
    { name: connectMs === null && failure ? 'failed' : 'connect', from: 0, to: connected },
    { name: firstByteMs === null && failure ? 'failed' : 'wait', from: connected, to: answered },
    { name: failure ? 'failed' : 'receive', from: answered, to: totalMs },
  ] satisfies readonly { readonly name: keyof typeof phaseWords; from: number; to: number }[];
  return phases.filter(({ from, to }) => to > from);
}

function track(one: ShownExchange, began: number, end: number) {
  const { exchange, anchor } = one;
  return (
    <tr key={anchor}>
      <th scope="row">
        <Icon sign={exchange.failure ? 'failed' : worstIn(one)} /> <a href={`#${anchor}`}>{exchange.probe}</a>
      </th>
      <td class="extra">{responseWords(exchange)}</td>
      <td class="number extra">{milliseconds(began)}</td>
      <td class="number">{milliseconds(exchange.timings.totalMs)}</td>
      <td class="track">
        <svg viewBox={`0 0 ${round(end)} 1`} preserveAspectRatio="none" aria-hidden="true">
          {phasesOf(exchange).map(({ name, from, to }) => {
            const width = round(Math.max(to - from, end / 400));
            return (
              <rect key={name} class={`phase-${name}`} x={round(began + from)} width={width} height="1" />
            );
          })}
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
