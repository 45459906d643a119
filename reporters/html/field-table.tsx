/** @jsxImportSource preact */
import type { RequirementResult } from '../../src/model/report.ts';
import type { FieldTable, PlaceRow } from '../outline/field-table.ts';
import { facetHeading, markOf, markWords, symbols } from '../outline/words.ts';
import { anchorOf } from './view.ts';

/** Deeper places are indented no further. */
const deepest = 4;

/** Requirements about the whole answer, and one line per place with a column per facet. */
export function FieldGrid({ table, name }: { readonly table: FieldTable; readonly name: string }) {
  const id = `${name}.matrix`;
  return (
    <>
      <div class="whole">
        <h3>Whole response</h3>
        <ul>
          {table.whole.map((row) => (
            <li key={row.id}>
              <Cell row={row} label={row.facet} />
            </li>
          ))}
        </ul>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1) */}
      <section class="scroll" tabIndex={0} aria-labelledby={id}>
        <table class="matrix">
          <caption id={id} class="hidden">
            {name.toUpperCase()}: documented fields and what was looked at in each
          </caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              {table.facets.map((facet) => (
                <th key={facet} scope="col">
                  {facetHeading(facet)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.places.map((place) => (
              <Line key={place.place} place={place} table={table} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function Line({
  place: { place, label, depth, cells },
  table,
}: {
  readonly place: PlaceRow;
  readonly table: FieldTable;
}) {
  const isTroubled = [...cells.values()].some(({ verdict }) => verdict === 'deviates');
  return (
    <tr data-place={place}>
      <th scope="row" class={`depth-${Math.min(depth, deepest)}`}>
        {isTroubled ? <strong>{label}</strong> : label === '' ? '""' : label}
      </th>
      {table.facets.map((facet) => {
        const row = cells.get(facet);
        return row ? (
          <td key={facet}>
            <Cell row={row} />
          </td>
        ) : (
          <td key={facet} />
        );
      })}
    </tr>
  );
}

/** Leads to the requirement, wherever its verdict put it. */
function Cell({ row, label }: { readonly row: RequirementResult; readonly label?: string }) {
  const mark = markOf(row);
  const isPlain = mark === 'conforms' && label === undefined;
  const words = label === undefined ? markWords[mark] : `${label}: ${markWords[mark]}`;
  return (
    <a class={`cell ${mark}`} href={`#${anchorOf(row.id)}`} aria-label={isPlain ? undefined : words}>
      {symbols[mark]}
      {label === undefined ? '' : ` ${label}`}
    </a>
  );
}
