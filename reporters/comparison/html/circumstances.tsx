/** @jsxImportSource preact */
import type { Comparison } from '../../../src/model/comparison.ts';
import { timingWords } from '../../support/comparison-words.ts';

/** Answers to open questions that differ. */
export function Observations({ changes }: { readonly changes: Comparison['observations'] }) {
  if (changes.length === 0) return null;
  return (
    <section id="observations" aria-labelledby="observations.heading">
      <h2 id="observations.heading">Observations that changed</h2>
      <p class="lead">Where the document is silent, nothing is right or wrong, and nothing gets worse.</p>
      <dl class="card questions">
        {changes.map(({ id, question, section, before, after }) => (
          <div key={id}>
            <dt class="split">
              <span>{question}</span> <span class="where">§ {section}</span>
            </dt>
            <dd>
              <p>before: {before ?? 'not answered'}</p>
              <p>after: {after ?? 'not answered'}</p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** How long answers took. */
export function Timing({ timing }: Pick<Comparison, 'timing'>) {
  if (timing.length === 0) return null;
  return (
    <section id="timing" aria-labelledby="timing.heading">
      <h2 id="timing.heading">Response time</h2>
      <p class="lead">A hint only: few requests, and whatever else went on at the time.</p>
      <ul class="card list compact">
        {timing.map((one) => (
          <li key={one.request}>{timingWords(one)}</li>
        ))}
      </ul>
    </section>
  );
}
