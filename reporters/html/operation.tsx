/** @jsxImportSource preact */
import type { RequirementResult } from '../../src/model/report.ts';
import type { Operation } from '../../src/model/requirement.ts';
import { matrixOf } from '../support/matrix.ts';
import { rowsOf } from '../support/rows.ts';
import { type Mark, markOf, markWords, operationWords, symbols } from '../support/words.ts';
import { Icon } from './icons.tsx';
import { MatrixTable } from './matrix.tsx';
import { Row } from './row.tsx';
import type { View } from './view.ts';

/** One operation: its matrix, and its requirements with their evidence. */
export function OperationSection({ view, name }: { readonly view: View; readonly name: Operation }) {
  const rows = rowsOf(view.report, name);
  const { method, object, section } = operationWords(view.report, name);
  return (
    <section id={name} class="operation" aria-labelledby={`${name}.heading`}>
      <h2 id={`${name}.heading`}>
        <span class="method">{method}</span> {object}{' '}
        <span class="quiet small">document section {section}</span>
      </h2>
      <Legend rows={rows} />
      <MatrixTable matrix={matrixOf(rows)} name={name} />
      <div class="card rows">
        <h3>{method} requirements and their evidence</h3>
        {rows.map((row) => (
          <Row key={row.id} row={row} view={view} />
        ))}
        <p class="nothing" hidden>
          No requirement of this operation matches.
        </p>
      </div>
    </section>
  );
}

function Legend({ rows }: { readonly rows: readonly RequirementResult[] }) {
  const marks = new Set(rows.map(markOf));
  return (
    <ul class="legend">
      {(Object.keys(symbols) as Mark[])
        .filter((mark) => marks.has(mark))
        .map((mark) => (
          <li key={mark}>
            <Icon mark={mark} /> {markWords[mark]}
          </li>
        ))}
      <li>
        <span aria-hidden="true">·</span> document silent
      </li>
      <li class="scripted keys">
        <kbd>←↑↓→</kbd> move between cells, <kbd>Enter</kbd> opens the evidence
      </li>
    </ul>
  );
}
