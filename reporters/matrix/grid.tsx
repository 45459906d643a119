/** @jsxImportSource preact */
import type { Matrix, Cell as MatrixCell, MatrixRow } from '../../src/model/matrix.ts';
import { truncated } from '../../src/text/layout.ts';
import { Headed } from '../html/list.tsx';
import { Strip } from '../html/strip.tsx';
import { anchorOf } from '../html/view.ts';
import {
  cellSign,
  cellWords,
  columnNames,
  differing,
  hasHistory,
  shownRuns,
  stripOf,
} from '../outline/matrix.ts';
import { type OutlineSection, signSymbols } from '../outline/outline.ts';

/** In characters: a value in a cell, and the name of a column. */
const longestValue = 16;
const longestName = 30;

interface GridProps {
  readonly matrix: Matrix;
  readonly section: OutlineSection;
  /** Anchors of requirements that have a row of their own below. */
  readonly listed: ReadonlySet<string>;
}

/** The requirements that differ: a line each, with a column for each report; cells link to the evidence. */
export function Grid({ matrix, section, listed }: GridProps) {
  const strips = hasHistory(matrix) && matrix.targets.length === 1;
  const names = columnNames(matrix);
  return (
    <Headed section={section}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1) */}
      <section class="scroll card" tabIndex={0} aria-labelledby="across">
        <table class="matrix across">
          <caption id="across" class="hidden">
            Requirements that differ, with their verdict in each report
          </caption>
          <thead>
            <tr>
              <th scope="col">Requirement</th>
              {strips ? <th scope="col">All {matrix.runs.length} runs</th> : null}
              {shownRuns(matrix).map(({ runId, page }, at) => (
                <th key={runId} scope="col">
                  {page === null ? at + 1 : <a href={page}>{at + 1}</a>}{' '}
                  <span>{truncated(names[at] ?? '', longestName)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differing(matrix).map((row) => (
              <Line
                key={row.id}
                matrix={matrix}
                row={row}
                strips={strips}
                isListed={listed.has(anchorOf(row.id))}
              />
            ))}
          </tbody>
        </table>
      </section>
    </Headed>
  );
}

interface LineProps {
  readonly matrix: Matrix;
  readonly row: MatrixRow;
  readonly strips: boolean;
  readonly isListed: boolean;
}

function Line({ matrix, row, strips, isListed }: LineProps) {
  const { id, cells, histories } = row;
  const [history] = histories;
  return (
    <tr>
      <th scope="row">{isListed ? <a href={`#${anchorOf(id)}`}>{id}</a> : id}</th>
      {strips && history ? (
        <td class="history">
          <Strip cells={stripOf(history, row)} />
        </td>
      ) : null}
      {cells.map((cell, at) => (
        <td key={at}>
          <Cell cell={cell} row={row} page={matrix.runs[matrix.columns[at] ?? -1]?.page ?? null} />
        </td>
      ))}
    </tr>
  );
}

interface CellProps {
  readonly cell: MatrixCell;
  readonly row: MatrixRow;
  /** The page with the evidence. */
  readonly page: string | null;
}

function Cell({ cell, row, page }: CellProps) {
  const sign = cellSign(cell, row);
  const value = cell.seen === undefined ? null : truncated(cell.seen.actual, longestValue);
  const words = cellWords(cell, row);
  const label = value === null ? words : `${words}: ${value}`;
  const text = (
    <>
      {signSymbols[sign]}
      {value === null ? null : <samp>{value}</samp>}
    </>
  );
  if (page === null || sign === 'note')
    return (
      <span class={`cell ${sign === 'note' ? 'quiet' : sign}`} role="img" aria-label={label}>
        {text}
      </span>
    );
  return (
    <a class={`cell ${sign}`} href={`${page}#${anchorOf(row.id)}`} aria-label={label}>
      {text}
    </a>
  );
}
