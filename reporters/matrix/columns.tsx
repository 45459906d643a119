/** @jsxImportSource preact */

import type { Matrix } from '../../src/model/matrix.ts';
import { plural } from '../../src/text/plural.ts';
import { Icon } from '../html/icons.tsx';
import { runLine } from './words.ts';

/** More columns are in the JSON only. */
export const mostColumns = 25;

const marks = {
  conforms: 'conforms',
  'stale-waivers': 'waived',
  deviates: 'deviates',
  incomplete: 'not-exercised',
} as const;

/** The report of each column. */
export function Columns({ matrix }: { readonly matrix: Matrix }) {
  const { columns, columnsAre, runs } = matrix;
  const shown = columns.slice(0, mostColumns).flatMap((at) => runs[at] ?? []);
  const left = runs.length - shown.length;
  return (
    <section id="columns" aria-labelledby="columns.heading">
      <h2 id="columns.heading">Reports</h2>
      <p class="lead">
        {columnsAre === 'targets' ? 'The last run of each target' : 'Runs in order of time'}
        {left > 0 ? `; ${plural(left, 'further run')} of ${runs.length} have no column` : ''}. A number links
        to the page of its report, if that is beside it.
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
