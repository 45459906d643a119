/** @jsxImportSource preact */
import type { Report, Tally } from '../../src/model/report.ts';
import { type Mark, markWords, plural } from '../support/words.ts';
import { Icon } from './icons.tsx';

interface Strength {
  readonly title: string;
  readonly explanation: string;
  readonly tally: Tally;
  /** Mark of a deviation of this strength. */
  readonly deviating: Mark;
}

/** The tallies of both strengths, as numbers and as bars. */
export function Counts({ report: { summary, run } }: { readonly report: Report }) {
  const strengths: readonly Strength[] = [
    {
      title: 'Stated',
      explanation: 'The document says so in a table or a rule. A deviation fails the run.',
      tally: summary.stated,
      deviating: 'deviates',
    },
    {
      title: 'Only shown',
      explanation: `An example or a remark shows it. A deviation ${
        run.options.strict ? 'fails this run, which is strict' : 'fails the run only if it is strict'
      }.`,
      tally: summary.shown,
      deviating: 'shown-deviates',
    },
  ];
  return (
    <section id="counts" aria-labelledby="counts.heading">
      <h2 id="counts.heading">Requirements</h2>
      <ul class="counts">
        {strengths.map((strength) => (
          <Card key={strength.title} {...strength} />
        ))}
      </ul>
    </section>
  );
}

function Card({ title, explanation, tally, deviating }: Strength) {
  const parts: readonly (readonly [Mark, string, number])[] = [
    [deviating, 'deviate', tally.deviates],
    ['waived', 'waived', tally.waived],
    ['not-exercised', markWords['not-exercised'], tally.notExercised],
    ['conforms', 'conform', tally.conforms],
  ];
  const total = parts.reduce((sum, [, , count]) => sum + count, 0);
  return (
    <li class="card">
      <h3>
        {title} <span>{plural(total, 'requirement')}</span>
      </h3>
      <Bar parts={parts} total={total} />
      <dl class="tally">
        {parts.map(([mark, word, count]) => (
          <div key={mark} class={count === 0 ? 'zero' : ''}>
            <dt>
              <Icon mark={mark} />
              {word}
            </dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      <p class="explanation">{explanation}</p>
    </li>
  );
}

function Bar({
  parts,
  total,
}: {
  readonly parts: readonly (readonly [Mark, string, number])[];
  readonly total: number;
}) {
  let from = 0;
  return (
    <svg class="bar" viewBox={`0 0 ${Math.max(total, 1)} 1`} preserveAspectRatio="none" aria-hidden="true">
      {parts.map(([mark, , count]) => {
        const x = from;
        from += count;
        return <rect key={mark} class={mark} x={x} y="0" width={count} height="1" />;
      })}
    </svg>
  );
}
