/** @jsxImportSource preact */
import type { Matrix } from '../../src/model/matrix.ts';
import { Icon } from '../html/icons.tsx';
import { plural } from '../support/words.ts';
import { runLine } from './words.ts';

/** Columns that a page has; further ones are in the JSON. */
export const mostColumns = 25;

const marks = {
  conforms: 'conforms',
  'stale-waivers': 'waived',
  deviates: 'deviates',
  incomplete: 'not-exercised',
} as const;

/** Which report each column is. */
export function Columns({ matrix }: { readonly matrix: Matrix }) {
  const { columns, columnsAre, runs } = matrix;
  const shown = columns.slice(0, mostColumns).flatMap((at) => runs[at] ?? []);
  const left = runs.length - shown.length;
  return (
    <section id="columns" aria-labelledby="columns.heading">
      <h2 id="columns.heading">Reports</h2>
      <p class="lead">
        {columnsAre === 'targets' ? 'The last run of each target' : 'Runs in order of time'}
        {left > 0 ? `; ${plural(left, 'further run')} of ${runs.length} without a column` : ''}. A number
        leads to the page of its report, where that lies beside it.
      </p>
      <ul class="card list compact reports">
        {shown.map((run, at) => (
          <li key={run.runId}>
            <span class="number">{run.page === null ? at + 1 : <a href={run.page}>{at + 1}</a>}</span>{' '}
            <Icon mark={marks[run.outcome]} /> <code>{run.target}</code>{' '}
            <span class="where">{runLine(run)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
