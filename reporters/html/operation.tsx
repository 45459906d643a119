/** @jsxImportSource preact */
import type { RequirementResult } from '../../src/model/report.ts';
import type { Operation } from '../../src/model/requirement.ts';
import { conformingFields, conformingShare } from '../outline/conforming-fields.ts';
import { fieldTable } from '../outline/field-table.ts';
import { rowsOf } from '../outline/rows.ts';
import { type Mark, markOf, markWords, operationWords, symbols } from '../outline/words.ts';
import { FieldGrid } from './field-table.tsx';
import { Rows } from './row.tsx';
import type { View } from './view.ts';

/** One operation: the fields that conform in every respect, in a line; behind it their table and the requirements. */
export function OperationSection({ view, name }: { readonly view: View; readonly name: Operation }) {
  const rows = rowsOf(view.report, name);
  const conforming = rows.filter(({ verdict }) => verdict === 'conforms');
  const { method, object, section } = operationWords(view.report, name);
  return (
    <section id={name} class="operation" aria-labelledby={`${name}.heading`}>
      <h2 id={`${name}.heading`}>
        {method} {object} <span class="quiet small">section {section}</span>
      </h2>
      <details class="card fold">
        <summary>
          <strong>{conformingShare(rows)}</strong>
          <Fields rows={rows} />
        </summary>
        <Legend rows={rows} />
        <FieldGrid table={fieldTable(rows)} name={name} />
        <h3>
          Requirements that conform <SeenIn rows={conforming} view={view} />
        </h3>
        <Rows mark="conforms" operation={name} rows={conforming} />
      </details>
    </section>
  );
}

/** The exchange that most values are from. */
function SeenIn({ rows, view }: { readonly rows: readonly RequirementResult[]; readonly view: View }) {
  const ids = rows.flatMap(({ evidence: [first] }) => first?.exchange ?? []);
  const times = (id: string) => ids.filter((other) => other === id).length;
  const [most] = [...new Set(ids)].sort((one, other) => times(other) - times(one));
  const exchange = view.exchangeOf(most ?? '');
  if (exchange === undefined) return null;
  return (
    <span class="quiet small">
      with the values of <a href={`#${exchange.anchor}`}>{exchange.exchange.probe}</a>
    </span>
  );
}

/** Fields of which every requirement conforms, by name. */
function Fields({ rows }: { readonly rows: readonly RequirementResult[] }) {
  const groups = conformingFields(rows);
  if (groups.length === 0) return null;
  return (
    <span class="fields">
      in every respect:{' '}
      {groups.map(({ label, names }) => (
        <span key={label}>
          <strong>{label}</strong> {names.join(', ')}
        </span>
      ))}
    </span>
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
            <span class={mark}>{symbols[mark]}</span> {markWords[mark]}
          </li>
        ))}
      <li>
        <span aria-hidden="true">·</span> the document says nothing
      </li>
      <li class="scripted keys">
        <kbd>←↑↓→</kbd> move between cells
      </li>
    </ul>
  );
}
