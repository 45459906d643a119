import type { Report, RequirementResult } from '../../src/model/report.ts';
import type { Facet, Operation } from '../../src/model/requirement.ts';
import { glue } from '../../src/text/layout.ts';
import { type FieldTable, fieldTable } from './field-table.ts';
import type { OutlineOptions } from './options.ts';
import { joined, type OutlineSection, type Row, type SignedCell, type TextPiece } from './outline.ts';
import { requirementRow } from './row-text.ts';
import { exchangeRef, operationsOf, rowsOf } from './rows.ts';
import { facetHeading, type Mark, markOf, markWords, operationWords, worstFirst } from './words.ts';

/** Fields of one object, or requirements about the whole response, by name. */
interface FieldGroup {
  /** Where they are: `response` for the root, `data`, and below it `action`, `conditions[]`. */
  readonly label: string;
  readonly names: readonly string[];
}

const wholeNames: Partial<Record<Facet, string>> = {
  json: 'JSON',
  'byte-order-mark': 'no byte order mark',
  'unique-keys': 'no key twice',
  authorization: 'token needed',
  'made-up-token': 'made-up token refused',
};

/**
 * One operation: the fields that conform, by name; the matrix of fields and facets for who asks for it; on a page also each
 * requirement that conforms.
 */
export function operationSections(
  report: Report,
  name: Operation,
  { detail }: OutlineOptions,
): readonly OutlineSection[] {
  const rows = rowsOf(report, name);
  const { method, object } = operationWords(report, name);
  const table = fieldTable(rows);
  return [
    {
      kind: 'list',
      anchor: name,
      heading: shareWords(report, name),
      label: `${method} ${object}`,
      folds: true,
      empty: isUnchecked(rows) ? 'no field was checked' : 'no field conforms in every respect',
      rows: fieldRows(table, detail),
    },
    ...(detail === 'summary' ? [] : matrixSections(name, rows, table)),
    ...(detail === 'page' ? [conforming(report, name, rows)] : []),
  ];
}

/** A row for each operation: how much of it conforms. */
export function operationShares(report: Report): OutlineSection {
  const rows = operationsOf(report).map((name): Row => {
    const found = new Set(rowsOf(report, name).map(markOf));
    return { sign: worstFirst.find((mark) => found.has(mark)) ?? 'note', title: shareWords(report, name) };
  });
  return { kind: 'list', anchor: 'operations', heading: 'Operations', rows };
}

/** `DELETE automation rule (section 4.2): 56 of 57 requirements conform`. */
function shareWords(report: Report, name: Operation): string {
  const { method, object, section } = operationWords(report, name);
  return `${method} ${object} (section ${section}): ${conformingShare(rowsOf(report, name))}`;
}

function isUnchecked(rows: readonly RequirementResult[]): boolean {
  return rows.every(({ verdict }) => verdict === 'not-exercised');
}

/** How much of an operation conforms; what was not checked is not counted as a failure. */
function conformingShare(rows: readonly RequirementResult[]): string {
  if (isUnchecked(rows)) return `none of ${rows.length} requirements was checked`;
  const conforming = rows.filter(({ verdict }) => verdict === 'conforms').length;
  return `${conforming} of ${rows.length} requirements conform`;
}

/** A row for each group of fields that conform; a summary has one line for all of them. */
function fieldRows(table: FieldTable, detail: OutlineOptions['detail']): readonly Row[] {
  const names = conformingFields(table).map(({ label, names: fields }): readonly TextPiece[] => [
    { value: label },
    `: ${fields.map((field) => field.replaceAll(' ', glue)).join(', ')}`,
  ]);
  const titles = detail === 'summary' && names.length > 0 ? [joined(names, '; ')] : names;
  return titles.map((title) => ({ sign: 'conforms', title }));
}

/** What conforms in every respect: each requirement on it, and on what is below it, was checked and conforms. In document order. */
function conformingFields({ whole, places }: FieldTable): readonly FieldGroup[] {
  const holds = ({ verdict }: RequirementResult) => verdict === 'conforms';
  const groups = new Map<string, string[]>([
    ['response', whole.filter(holds).map(({ facet }) => wholeNames[facet] ?? facet)],
  ]);
  const isTroubled = (place: string) =>
    places.some(
      (other) =>
        (other.place === place || other.place.startsWith(`${place}/`)) &&
        [...other.cells.values()].some((row) => !holds(row)),
    );
  for (const { place, label, cells } of places) {
    const isElement = place.endsWith('/*');
    const group = isElement ? nameOf(place) : nameOf(place.slice(0, place.lastIndexOf('/')));
    const names = groups.get(group) ?? [];
    groups.set(group, names);
    if (cells.size === 0 || isTroubled(place)) continue;
    names.push(isElement ? 'itself' : cells.has('absence') ? `no ${label}` : label);
  }
  return [...groups].flatMap(([label, names]) => (names.length === 0 ? [] : [{ label, names }]));
}

/** `/data/conditions/∗` is `conditions[]`, `/request/action` is `request.action`. */
function nameOf(place: string): string {
  if (place === '') return 'response';
  const [first = '', ...steps] = place.slice(1).split('/');
  const named = first === 'data' && steps.length > 0 ? steps : [first, ...steps];
  return named.join('.').replaceAll('.*', '[]');
}

/** Requirements about the whole response as a strip, the others as a table of field and facet. */
function matrixSections(
  name: Operation,
  rows: readonly RequirementResult[],
  { whole, facets, places }: FieldTable,
): readonly OutlineSection[] {
  const cell = (row: RequirementResult | undefined): SignedCell | null =>
    row === undefined ? null : { sign: markOf(row), text: markWords[markOf(row)], to: row.id };
  // Where no place was exercised, the reasons say so in one line.
  const isChecked = places.some(({ cells }) =>
    [...cells.values()].some(({ verdict }) => verdict !== 'not-exercised'),
  );
  const strip = whole.map((row): SignedCell => ({ sign: markOf(row), text: row.facet, to: row.id }));
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

/** What conforms, with the value that was seen. */
function conforming(report: Report, name: Operation, rows: readonly RequirementResult[]): OutlineSection {
  const own = rows.filter(({ verdict }) => verdict === 'conforms');
  const seen = own.flatMap(({ evidence: [first] }) => first?.exchange ?? []);
  const times = (id: string) => seen.filter((other) => other === id).length;
  const [most] = [...new Set(seen)].sort((one, other) => times(other) - times(one));
  return {
    kind: 'list',
    anchor: `${name}.conforming`,
    heading: null,
    caption: [
      'Requirements that conform',
      ...(most === undefined ? [] : [', with the values of ', exchangeRef(report, most)]),
    ],
    rows: own.map((row) => requirementRow(row)),
  };
}
