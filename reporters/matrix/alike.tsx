/** @jsxImportSource preact */

import type { Difference, Matrix, MatrixRow } from '../../src/model/matrix.ts';
import { plural } from '../../src/text/plural.ts';
import { Icon } from '../html/icons.tsx';
import { type Mark, markWords } from '../outline/words.ts';
import { cellMark } from './words.ts';

function of({ requirements }: Matrix, wanted: Difference): readonly MatrixRow[] {
  return requirements.filter(({ difference }) => difference === wanted);
}

/** Requirements that were not checked in some runs only because of one that differs. */
export function Consequences({ matrix }: { readonly matrix: Matrix }) {
  const rows = of(matrix, 'consequence');
  if (rows.length === 0) return null;
  return (
    <section id="consequences" aria-labelledby="consequences.heading">
      <h2 id="consequences.heading">Not checked in some runs because of them</h2>
      <Fold mark="not-exercised" words={plural(rows.length, 'requirement')} rows={rows} />
    </section>
  );
}

/** The worst mark of a requirement in any run: one that is out of scope in one run may be checked in another. */
const order: readonly Mark[] = ['deviates', 'shown-deviates', 'waived', 'not-exercised', 'conforms'];

function markOf(row: MatrixRow): Mark {
  const marks = new Set(row.cells.map((cell) => cellMark(cell, row)));
  return order.find((mark) => marks.has(mark)) ?? 'not-exercised';
}

/** Requirements that are the same everywhere, by their mark. */
export function Alike({ matrix }: { readonly matrix: Matrix }) {
  const rows = of(matrix, 'none');
  if (rows.length === 0) return null;
  return (
    <section id="alike" aria-labelledby="alike.heading">
      <h2 id="alike.heading">The same everywhere</h2>
      {order.map((mark) => {
        const group = rows.filter((row) => markOf(row) === mark);
        if (group.length === 0) return null;
        return <Fold key={mark} mark={mark} words={`${group.length} ${markWords[mark]}`} rows={group} />;
      })}
    </section>
  );
}

interface FoldProps {
  readonly mark: Mark;
  readonly words: string;
  readonly rows: readonly MatrixRow[];
}

function Fold({ mark, words, rows }: FoldProps) {
  return (
    <details class="card fold">
      <summary>
        <Icon mark={mark} /> {words}
      </summary>
      <ul class="rows">
        {rows.map(({ id, section }) => (
          <li key={id}>
            <code>{id}</code> <span>§ {section}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
