/** @jsxImportSource preact */
import type { Matrix } from '../../src/model/matrix.ts';
import { mostColumns } from './columns.tsx';
import { numberWords } from './words.ts';

/** Answers to open questions that differ. */
export function Observations({ matrix: { observations } }: { readonly matrix: Matrix }) {
  if (observations.length === 0) return null;
  return (
    <section id="observations" aria-labelledby="observations.heading">
      <h2 id="observations.heading">Observations that differ</h2>
      <p class="lead">Where the document is silent, nothing is right or wrong.</p>
      <dl class="card questions">
        {observations.map(({ id, question, section, answers }) => (
          <div key={id}>
            <dt class="split">
              <span>{question}</span> <span class="where">§ {section}</span>
            </dt>
            {grouped(answers.slice(0, mostColumns)).map(([answer, columns]) => (
              <dd key={answer}>
                {numberWords(columns)}: {answer}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Columns by their answer. */
function grouped(
  answers: readonly (string | null)[],
): readonly (readonly [answer: string, columns: readonly number[]])[] {
  const columns = new Map<string, number[]>();
  for (const [at, answer] of answers.entries()) {
    const words = answer ?? 'not answered';
    columns.set(words, [...(columns.get(words) ?? []), at + 1]);
  }
  return [...columns];
}
