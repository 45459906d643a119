import type { Facet, Report, RequirementResult } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { facets, isGated, type Operation } from '../../src/model/requirement.ts';
import { countsIn } from '../../src/report/scope.ts';
import { settlement } from '../../src/report/settlement.ts';
import { plural, verb } from '../../src/text/plural.ts';
import type { OutlineOptions, OutlineSection, Row, SignedCell } from './outline.ts';
import { exchangeRef, operationsOf, requirementRow, rowsOf } from './rows.ts';
import { facetHeading, type Mark, markOf, markWords, operationWords, worstFirst } from './words.ts';

/** One operation: what deviates of it, the matrix of fields and facets; on a page also each requirement that conforms. */
export function operationSections(
  report: Report,
  name: Operation,
  { detail }: OutlineOptions,
): readonly OutlineSection[] {
  const rows = rowsOf(report, name);
  const { method, object } = operationWords(report, name);
  return [
    {
      kind: 'list',
      anchor: name,
      heading: shareWords(report, name),
      label: `${method} ${object}`,
      folds: true,
      empty: isUnchecked(rows) ? 'no field was checked' : 'nothing deviates',
      rows: listedMarks.flatMap((sign) => {
        const own = rows.filter((row) => markOf(row) === sign);
        const names = new Set(own.map(({ place, facet }) => place?.slice(1).replaceAll('/', '.') || facet));
        return own.length === 0 ? [] : [{ sign, title: [...names].join(', ') }];
      }),
    },
    ...matrixSections(name, rows, fieldTable(rows)),
    ...(detail === 'page' ? [conforming(report, name, rows)] : []),
  ];
}

/** What is listed of an operation by the names of its fields, or of what is asked of the whole response. */
const listedMarks: readonly Mark[] = ['deviates', 'shown-deviates', 'waived'];

/** A row for each operation: how much of it conforms. */
export function operationShares(report: Report): OutlineSection {
  const rows = operationsOf(report).map((name): Row => {
    const own = rowsOf(report, name);
    const isJudged = own.some((row) => conforms(row) && row.side === undefined);
    // What may stay open does not keep it from passing.
    const isOpen = !isJudged || own.some((row) => settlement(report, row).kind === 'fail');
    const sign = worstOf(own.filter(({ verdict }) => isOpen || verdict !== 'not-exercised'));
    return { sign, title: shareWords(report, name) };
  });
  return { kind: 'list', anchor: 'operations', heading: 'Operations', rows };
}

function worstOf(rows: readonly RequirementResult[]): Mark {
  const found = rows.map(markOf);
  return worstFirst.find((mark) => found.includes(mark)) ?? 'not-exercised';
}

/** `DELETE automation rule (section 4.2): 1 deviates, 56 of 57 requirements conform`. */
function shareWords(report: Report, name: Operation): string {
  const { method, object, section } = operationWords(report, name);
  const rows = rowsOf(report, name).filter(countsIn(report));
  const conforming = rows.filter(conforms).length;
  const deviating = rows.filter(({ verdict }) => verdict === 'deviates');
  const deviate = deviating.filter((row) => isGated(row, report.run.options)).length;
  const minor = deviating.length - deviate;
  const first = [
    ...(deviate === 0 ? [] : [`${deviate} ${verb(deviate, 'deviate')}, `]),
    ...(minor === 0 ? [] : [`${plural(minor, 'minor deviation')}, `]),
  ].join('');
  const share = !report.run.scope.operations.includes(name)
    ? 'not in scope'
    : isUnchecked(rows)
      ? `none of ${rows.length} requirements was checked`
      : `${first}${conforming} of ${rows.length} requirements ${verb(conforming, 'conform')}`;
  return `${method} ${object} (section ${section}): ${share}`;
}

function isUnchecked(rows: readonly RequirementResult[]): boolean {
  return rows.every(({ verdict }) => verdict === 'not-exercised');
}

function conforms({ verdict }: RequirementResult): boolean {
  return verdict === 'conforms';
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
  const isChecked = !isUnchecked(places.flatMap(({ cells }) => [...cells.values()]));
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

/** What conforms, with the value that was seen; most are of one exchange. */
function conforming(report: Report, name: Operation, rows: readonly RequirementResult[]): OutlineSection {
  const own = rows.filter(conforms);
  const seen = groupBy(
    own.flatMap(({ evidence: [first] }) => first?.exchange ?? []),
    (exchange) => exchange,
  );
  const [most] = [...seen.values()].sort((one, other) => other.length - one.length);
  const from = most === undefined ? [] : [', with the values of ', exchangeRef(report, most[0])];
  return {
    kind: 'list',
    anchor: `${name}.conforming`,
    heading: null,
    caption: ['Requirements that conform', ...from],
    rows: own.map((row) => requirementRow(row)),
  };
}

/** One place of the response and what was found in it. */
interface PlaceRow {
  /** JSON Pointer with `*` for each element. */
  readonly place: string;
  /** Last step of the place; `each` for array elements. */
  readonly label: string;
  /** Steps below the top of the response, from 0. */
  readonly depth: number;
  /** Empty for a place that only has others below it. */
  readonly cells: ReadonlyMap<Facet, RequirementResult>;
}

type FieldTable = ReturnType<typeof fieldTable>;

interface Node {
  readonly place: string;
  readonly cells: Map<Facet, RequirementResult>;
  readonly below: Map<string, Node>;
}

/** The requirements of one operation as field × facet: places in document order, each followed by those below it. */
export function fieldTable(rows: readonly RequirementResult[]) {
  const node = (place: string): Node => ({ place, cells: new Map(), below: new Map() });
  const top = node('');
  for (const row of rows) {
    let at = top;
    for (const step of row.place ? row.place.slice(1).split('/') : []) {
      const child = at.below.get(step) ?? node(`${at.place}/${step}`);
      at.below.set(step, child);
      at = child;
    }
    at.cells.set(row.facet, row);
  }
  const whole = rows.filter(({ place }) => !place);
  const flatten = ({ below }: Node, depth: number): readonly PlaceRow[] =>
    [...below].flatMap(([step, child]) => {
      const label = step === '*' ? 'each' : step.replaceAll('~1', '/').replaceAll('~0', '~');
      return [{ place: child.place, label, depth, cells: child.cells }, ...flatten(child, depth + 1)];
    });
  const places = flatten(top, 0);
  return { whole, places, facets: facets.filter((facet) => places.some(({ cells }) => cells.has(facet))) };
}
