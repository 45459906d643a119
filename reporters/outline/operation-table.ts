import type { RequirementResult } from '../../src/model/report.ts';
import type { Operation } from '../../src/model/requirement.ts';
import { fieldTable } from './field-table.ts';
import type { OutlineSection, SignedCell } from './outline.ts';
import { facetHeading, type Mark, markOf, markWords } from './words.ts';

/** The requirements of one operation: those about the whole response as a strip, the others as a table of field and facet. */
export function matrixSections(
  name: Operation,
  rows: readonly RequirementResult[],
): readonly OutlineSection[] {
  const { whole, facets, places } = fieldTable(rows);
  const cell = (row: RequirementResult | undefined): SignedCell | null =>
    row === undefined ? null : { sign: markOf(row), text: markWords[markOf(row)] };
  // Where no place was exercised, the reasons say so in one line.
  const isChecked = places.some(({ cells }) =>
    [...cells.values()].some(({ verdict }) => verdict !== 'not-exercised'),
  );
  const strip = whole.map((row): SignedCell => ({ sign: markOf(row), text: row.facet }));
  return [
    {
      kind: 'strip',
      anchor: `${name}.whole`,
      heading: null,
      legend: legendOf(rows),
      rows: strip.length === 0 ? [] : [{ title: 'whole response', cells: strip }],
    },
    {
      kind: 'table',
      anchor: `${name}.fields`,
      heading: null,
      ...(strip.length === 0 ? { legend: legendOf(rows) } : {}),
      columns: ['field', ...facets.map(facetHeading)],
      rows: isChecked
        ? places.map(({ label, depth, cells }) => ({
            title: [{ value: label }],
            depth,
            cells: facets.map((facet) => cell(cells.get(facet))),
          }))
        : [],
    },
  ];
}

/** What the signs mean, for those that occur. */
function legendOf(rows: readonly RequirementResult[]): NonNullable<OutlineSection['legend']> {
  const found = new Set(rows.map(markOf));
  const known = (Object.keys(markWords) as Mark[]).filter((mark) => found.has(mark));
  return [
    ...known.map((mark) => ({ sign: mark, text: markWords[mark] })),
    { sign: null, text: 'blank: nothing required' },
  ];
}
