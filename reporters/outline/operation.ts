import type { Facet, Report, RequirementResult } from '../../schemas/types.ts';
import { facets as allFacets, isGated, type Operation } from '../../src/model/requirement.ts';
import { countsIn, missedIn } from '../../src/report/scope.ts';
import { plural, verb } from '../../src/text/plural.ts';
import { type OutlineSection, type Row, type SignedCell, said } from './outline.ts';
import { operationsOf, requirementRow, rowsOf } from './rows.ts';
import { facetHeading, type Mark, markOf, markWords, operationWords, worstFirst } from './words.ts';

/** One operation: what deviates of it, the matrix of fields and facets, each requirement that conforms. */
export function operationSections(report: Report, name: Operation): readonly OutlineSection[] {
  const rows = rowsOf(report, name);
  const { method, object } = operationWords(report, name);
  const found = new Set(rows.map(markOf));
  const known = (Object.keys(markWords) as Mark[]).filter((mark) => found.has(mark));
  const cellOf = (row: RequirementResult, text: string): SignedCell => ({
    sign: markOf(row),
    text,
    to: row.id,
  });
  const whole = rows.filter(({ place }) => !place).map((row) => cellOf(row, row.facet));
  const fields = fieldsOf(rows);
  const facets = allFacets.filter((facet) => fields.some(({ cells }) => cells.has(facet)));
  // Where no field was checked, the reasons say so in one line.
  const isChecked = !isUnchecked(fields.flatMap(({ cells }) => [...cells.values()]));
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
    {
      kind: 'strip',
      anchor: `${name}.whole`,
      heading: null,
      legend: [
        ...known.map((sign) => ({ sign, text: markWords[sign] })),
        { sign: null, text: 'blank: nothing required' },
      ],
      rows: [{ title: 'whole response', cells: whole }],
    },
    {
      kind: 'table',
      anchor: `${name}.fields`,
      heading: null,
      columns: ['field', ...facets.map(facetHeading)],
      rows: (isChecked ? fields : []).map(({ label, depth, cells }) => ({
        title: [{ value: label }],
        depth,
        cells: facets.map((facet) => {
          const row = cells.get(facet);
          return row === undefined ? null : cellOf(row, markWords[markOf(row)]);
        }),
      })),
    },
    {
      kind: 'list',
      anchor: `${name}.conforming`,
      heading: null,
      only: 'page',
      caption: 'Requirements that conform',
      rows: rows.filter(conforms).map((row) => requirementRow(row)),
    },
  ];
}

/** What is listed of an operation by the names of its fields, or of what is asked of the whole response. */
const listedMarks: readonly Mark[] = ['deviates', 'shown-deviates', 'waived'];

/** A row for each operation: how much of it conforms. */
export function operationShares(report: Report): OutlineSection {
  const missed = new Set(missedIn(report).map(({ id }) => id));
  const rows = operationsOf(report).map((name): Row => {
    const own = rowsOf(report, name);
    const isJudged = own.some((row) => conforms(row) && row.side === undefined);
    // What may stay open does not keep it from passing.
    const isOpen = !isJudged || own.some(({ id }) => missed.has(id));
    const found = own.filter(({ verdict }) => isOpen || verdict !== 'not-exercised').map(markOf);
    return { sign: worstFirst.find((mark) => found.includes(mark)), title: shareWords(report, name) };
  });
  return { kind: 'list', anchor: 'operations', heading: 'Operations', rows };
}

/** `DELETE automation rule (section 4.2): 1 deviates, 56 of 57 requirements conform`. */
function shareWords(report: Report, name: Operation): string {
  const { method, object, section } = operationWords(report, name);
  const rows = rowsOf(report, name).filter(countsIn(report));
  const conforming = rows.filter(conforms).length;
  const deviating = rows.filter(({ verdict }) => verdict === 'deviates');
  const deviate = deviating.filter((row) => isGated(row, report.run.options)).length;
  const minor = deviating.length - deviate;
  const counts = said(
    deviate > 0 && `${deviate} ${verb(deviate, 'deviate')}`,
    minor > 0 && plural(minor, 'minor deviation'),
    `${conforming} of ${rows.length} requirements ${verb(conforming, 'conform')}`,
  );
  const share = isUnchecked(rows) ? `none of ${rows.length} requirements was checked` : counts.join(', ');
  const isInScope = report.run.scope.operations.includes(name);
  return `${method} ${object} (section ${section}): ${isInScope ? share : 'not in scope'}`;
}

function isUnchecked(rows: readonly RequirementResult[]): boolean {
  return rows.every(({ verdict }) => verdict === 'not-exercised');
}

function conforms({ verdict }: RequirementResult): boolean {
  return verdict === 'conforms';
}

/** The places of a response in document order, each followed by those below it, with what was found in each. */
function fieldsOf(rows: readonly RequirementResult[]) {
  const found = new Map<string, Map<Facet, RequirementResult>>();
  for (const row of rows) {
    const steps = (row.place ?? '').split('/').slice(1);
    // What only has others below it has a line too.
    const places = steps.map((_, at) => `/${steps.slice(0, at + 1).join('/')}`);
    for (const place of places) found.set(place, found.get(place) ?? new Map());
    found.get(row.place ?? '')?.set(row.facet, row);
  }
  return [...found].map(([place, cells]) => {
    const steps = place.split('/');
    const last = steps.at(-1) ?? '';
    const label = last === '*' ? 'each' : last.replaceAll('~1', '/').replaceAll('~0', '~');
    return { label, depth: steps.length - 2, cells };
  });
}
