/** @jsxImportSource preact */
import type { Report } from '../../src/model/report.ts';
import type { Rate, TrafficInfo } from '../../src/model/traffic.ts';
import { andMore, numbered } from '../../src/text/more.ts';
import { badWords, clientWords, statusWords } from '../outline/traffic.ts';
import { moment, operationWords } from '../outline/words.ts';
import { Fact } from './fact.tsx';

/** What was read, and the counts of each operation. */
export function Traffic({ report }: { readonly report: Report }) {
  const { traffic } = report;
  if (traffic === undefined) return null;
  const { firstAt, lastAt, clients, badEntries } = traffic;
  return (
    <section id="traffic" aria-labelledby="traffic.heading">
      <h2 id="traffic.heading">Recorded traffic</h2>
      <div class="card about">
        <Sources traffic={traffic} />
        <dl class="facts">
          {firstAt === null || lastAt === null ? null : (
            <Fact name="Recorded">
              {moment(firstAt)} to {moment(lastAt)}
            </Fact>
          )}
          {traffic.operations
            .filter(({ exchanges }) => exchanges > 0)
            .map(({ operation, statuses }) => (
              <Fact key={operation} name={`Answers to the ${operationWords(report, operation).method}`}>
                {statusWords(statuses)}
              </Fact>
            ))}
          {clients.length === 0 ? null : <Fact name="Clients">{clientWords(traffic)}</Fact>}
        </dl>
        {badEntries.length === 0 ? null : (
          <>
            <h3>Could not be read</h3>
            <ul>
              {badWords(traffic).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

function Sources({ traffic: { sources, moreSources = 0 } }: { readonly traffic: TrafficInfo }) {
  return (
    <table class="tally">
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Exchanges</th>
          <th scope="col">Other</th>
          <th scope="col">Not read</th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ name, exchanges, other, bad }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{numbered(exchanges)}</td>
            <td>{numbered(other)}</td>
            <td>{numbered(bad)}</td>
          </tr>
        ))}
        {moreSources === 0 ? null : (
          <tr>
            <th scope="row">{andMore(moreSources)}</th>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** Height of a chart in its own units; its width is that of its steps. */
const height = 20;

/** One bar a step: all exchanges, and the part of them that deviates. */
export function RateChart({ rate, all }: { readonly rate: Rate; readonly all: Rate | null }) {
  const most = Math.max(1, ...rate.counts, ...(all?.counts ?? []));
  const last = rate.counts.length - 1;
  return (
    <figure class="rate">
      <svg viewBox={`0 0 ${rate.counts.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {rate.counts.map((count, at) => (
          <g key={at}>
            <Bar at={at} count={all?.counts[at] ?? 0} most={most} kind="all" />
            <Bar at={at} count={count} most={most} kind="deviating" />
          </g>
        ))}
      </svg>
      <figcaption class="small quiet">
        {moment(rate.from)} to {moment(at(rate, last + 1))}: deviating among all exchanges, in steps of{' '}
        {step(rate.stepSeconds)}, {numbered(most)} at most
      </figcaption>
    </figure>
  );
}

function Bar({
  at,
  count,
  most,
  kind,
}: {
  readonly at: number;
  readonly count: number;
  readonly most: number;
  readonly kind: 'all' | 'deviating';
}) {
  if (count === 0) return null;
  const size = Math.max(1, Math.round((count / most) * height * 10) / 10);
  return <rect class={`rate-${kind}`} x={at} y={height - size} width="1" height={size} />;
}

function at({ from, stepSeconds }: Rate, steps: number): string {
  return new Date(Date.parse(from) + steps * stepSeconds * 1000).toISOString();
}

function step(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
