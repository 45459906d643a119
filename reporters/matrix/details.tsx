/** @jsxImportSource preact */

import type { History, Matrix, MatrixRow } from '../../src/model/matrix.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { anchorOf } from '../html/view.ts';
import { supportWords } from '../outline/words.ts';
import { mostColumns } from './columns.tsx';
import { Strip } from './strip.tsx';
import { differing, hasStrips, historyWords, numberWords, reasonsOf } from './words.ts';

/** How many requirements have details below the table, and how many of each. */
export const mostDetails = 60;
const mostReasons = 4;
const mostHistories = 10;

interface DetailsProps {
  readonly matrix: Matrix;
  /** The file that has everything; null for none. */
  readonly whole: string | null;
}

/** For each requirement that differs: what was seen in which column, and since when. */
export function Details({ matrix, whole }: DetailsProps) {
  const rows = differing(matrix);
  if (rows.length === 0) return null;
  const left = rows.length - mostDetails;
  return (
    <section id="details" aria-labelledby="details.heading">
      <h2 id="details.heading">What was seen</h2>
      <ul class="card list">
        {rows.slice(0, mostDetails).map((row) => (
          <Item key={row.id} matrix={matrix} row={row} whole={whole} />
        ))}
      </ul>
      {left > 0 ? <p class="quiet">{andMoreIn(left, left, whole, 'requirement')}.</p> : null}
    </section>
  );
}

function Item({ matrix, row, whole }: DetailsProps & { readonly row: MatrixRow }) {
  const { id, statement, histories } = row;
  const reasons = reasonsOf(row, mostColumns);
  const left = reasons.length - mostReasons;
  const shown = histories.filter(({ checked }) => checked > 1).slice(0, mostHistories);
  return (
    <li id={anchorOf(id)}>
      <p class="split">
        <a class="id" href={`#${anchorOf(id)}`}>
          <code>{id}</code>
        </a>
        <span class="where">{supportWords(row)}</span>
      </p>
      <p>{statement}</p>
      {reasons.length === 0 ? null : (
        <dl class="pair">
          {reasons.slice(0, mostReasons).map(([reason, columns]) => (
            <Told key={reason} term={numberWords(columns)} text={reason} />
          ))}
          {left > 0 ? <Told term="…" text={andMoreIn(left, left, whole, 'reason')} /> : null}
        </dl>
      )}
      {hasStrips(matrix)
        ? shown.map((history) => <Since key={history.target} matrix={matrix} history={history} />)
        : null}
    </li>
  );
}

function Told({ term, text }: { readonly term: string; readonly text: string }) {
  return (
    <>
      <dt class="number">{term}</dt>
      <dd>{text}</dd>
    </>
  );
}

function Since({ matrix, history }: { readonly matrix: Matrix; readonly history: History }) {
  return (
    <div class="since">
      {matrix.targets.length > 1 ? <code>{history.target}</code> : null}
      <p>{historyWords(matrix, history)}</p>
      {history.flips > 0 ? <Strip history={history} /> : null}
    </div>
  );
}
