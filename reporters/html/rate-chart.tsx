/** @jsxImportSource preact */
import type { Rate } from '../../src/model/traffic.ts';
import { numbered } from '../../src/text/more.ts';
import { moment } from '../outline/words.ts';

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
