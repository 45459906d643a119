/** @jsxImportSource preact */
import type { Difference, Matrix, MatrixRow } from '../../src/model/matrix.ts';
import { Icon } from '../html/icons.tsx';
import { cellSign } from '../outline/matrix.ts';
import { type Mark, markWords } from '../outline/words.ts';

export interface Folds {
  readonly anchor: string;
  readonly heading: string;
  readonly rows: readonly MatrixRow[];
}

/** Requirements that need no table, which a page alone names one by one. */
export function foldsOf({ requirements }: Matrix): readonly Folds[] {
  const of = (wanted: Difference) => requirements.filter(({ difference }) => difference === wanted);
  const all: readonly Folds[] = [
    { anchor: 'consequences', heading: 'Not checked because of these', rows: of('consequence') },
    { anchor: 'alike', heading: 'The same everywhere', rows: of('none') },
  ];
  return all.filter(({ rows }) => rows.length > 0);
}

/** The worst mark of a requirement in any run: one that is out of scope in one run may be checked in another. */
const order: readonly Mark[] = ['deviates', 'shown-deviates', 'waived', 'not-exercised', 'conforms'];

function markOf(row: MatrixRow): Mark {
  const signs = new Set(row.cells.map((cell) => cellSign(cell, row)));
  return order.find((mark) => signs.has(mark)) ?? 'not-exercised';
}

/** A fold for each mark. */
export function FoldedRows({ folds: { anchor, heading, rows } }: { readonly folds: Folds }) {
  return (
    <section id={anchor} aria-labelledby={`${anchor}.heading`}>
      <h2 id={`${anchor}.heading`}>{heading}</h2>
      {order.map((mark) => {
        const group = rows.filter((row) => markOf(row) === mark);
        return group.length === 0 ? null : <Fold key={mark} mark={mark} rows={group} />;
      })}
    </section>
  );
}

function Fold({ mark, rows }: { readonly mark: Mark; readonly rows: readonly MatrixRow[] }) {
  return (
    <details class="card fold">
      <summary>
        <Icon mark={mark} /> {rows.length} {markWords[mark]}
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
