/** @jsxImportSource preact */
import type { Chart } from '../outline/outline.ts';

/** Height of a chart in its own units; its width is that of its steps. */
const height = 20;

/** One bar a step: all exchanges, and the part of them that deviates. */
export function RateChart({ chart: { deviating, all, caption, legend } }: { readonly chart: Chart }) {
  const { counts } = deviating;
  const most = Math.max(1, ...counts, ...(all?.counts ?? []));
  return (
    <figure class="rate">
      <figcaption>
        {caption} <span class="small quiet">{legend}</span>
      </figcaption>
      <svg viewBox={`0 0 ${counts.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {counts.map((count, at) => (
          <g key={at}>
            <Bar at={at} count={all?.counts[at] ?? 0} most={most} kind="all" />
            <Bar at={at} count={count} most={most} kind="deviating" />
          </g>
        ))}
      </svg>
    </figure>
  );
}

interface BarProps {
  readonly at: number;
  readonly count: number;
  readonly most: number;
  readonly kind: 'all' | 'deviating';
}

function Bar({ at, count, most, kind }: BarProps) {
  if (count === 0) return null;
  const size = Math.max(1, Math.round((count / most) * height * 10) / 10);
  return <rect class={`rate-${kind}`} x={at} y={height - size} width="1" height={size} />;
}
