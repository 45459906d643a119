/** @jsxImportSource preact */
import type { Matrix, Cell as MatrixCell, MatrixRow } from '../../src/model/matrix.ts';
import { truncated } from '../../src/text/layout.ts';
import { anchorOf } from '../html/view.ts';
import { mostColumns } from './columns.tsx';
import { mostDetails } from './details.tsx';
import { Strip } from './strip.tsx';
import { cellMark, cellSymbol, cellWords, columnNames, differing, hasStrips } from './words.ts';

/** In characters: a value in a cell, and the name of a column. */
const longestValue = 16;
const longestName = 30;

/** The requirements that differ: a line each, with a column for each report; cells link to the evidence. */
export function Grid({ matrix }: { readonly matrix: Matrix }) {
  const rows = differing(matrix);
  const strips = hasStrips(matrix) && matrix.targets.length === 1;
  return (
    <section id="differs" aria-labelledby="differs.heading">
      <h2 id="differs.heading">What differs</h2>
      {rows.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
        <section class="scroll card" tabIndex={0} aria-labelledby="across">
          <table class="matrix across">
            <caption id="across" class="hidden">
              Requirements that differ, with their verdict in each report
            </caption>
            <thead>
              <tr>
                <th scope="col">Requirement</th>
                {strips ? <th scope="col">All {matrix.runs.length} runs</th> : null}
                {columnNames(matrix)
                  .slice(0, mostColumns)
                  .map((name, at) => (
                    <th key={at} scope="col">
                      {at + 1} <span>{truncated(name, longestName)}</span>
                    </th>
                  ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <Line key={row.id} matrix={matrix} row={row} strips={strips} hasDetails={at < mostDetails} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

interface LineProps {
  readonly matrix: Matrix;
  readonly row: MatrixRow;
  readonly strips: boolean;
  /** Whether there are details about it below. */
  readonly hasDetails: boolean;
}

function Line({ matrix, row, strips, hasDetails }: LineProps) {
  const { id, cells, histories } = row;
  const [history] = histories;
  return (
    <tr>
      <th scope="row">{hasDetails ? <a href={`#${anchorOf(id)}`}>{id}</a> : id}</th>
      {strips && history ? (
        <td class="history">
          <Strip history={history} />
        </td>
      ) : null}
      {cells.slice(0, mostColumns).map((cell, at) => (
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
  const mark = cellMark(cell, row);
  const value = cell.seen === undefined ? null : truncated(cell.seen.actual, longestValue);
  const words = cellWords(cell, row);
  const label = value === null ? words : `${words}: ${value}`;
  const text = (
    <>
      {cellSymbol(cell, row)}
      {value === null ? null : <samp>{value}</samp>}
    </>
  );
  if (page === null || mark === null)
    return (
      <span class={`cell ${mark ?? 'quiet'}`} role="img" aria-label={label}>
        {text}
      </span>
    );
  return (
    <a class={`cell ${mark}`} href={`${page}#${anchorOf(row.id)}`} aria-label={label}>
      {text}
    </a>
  );
}
