import type { Report, RequirementResult, ServiceProblem } from '../../schemas/types.ts';
import { clipped } from '../../src/text/escape.ts';
import { glue } from '../../src/text/layout.ts';
import { numbered } from '../../src/text/more.ts';
import { differenceOf } from './difference.ts';
import { documentPlace, findingOf, type SinceWhen, seenWords, sinceWhen } from './finding.ts';
import {
  type Chip,
  capped,
  fact,
  joined,
  type OutlineOptions,
  type RichText,
  type Row,
  said,
  type TextPiece,
} from './outline.ts';
import { distinct, exchangeRefs, furtherPlaces, isSampled, placeWords, type SeenDeviation } from './rows.ts';
import { firstIds } from './several.ts';
import { chartOf, clientsOf, sinceWords } from './traffic.ts';
import { explainCommand, firmest, linked, moment, severityText, supportOf } from './words.ts';

/** Characters of a value on a line with others; report.json has more of it. */
const longestValue = 120;

/** The problem as a record: in a text with the evidence of its first place, on a page with that of each requirement. */
export function findingRow(
  report: Report,
  problem: ServiceProblem,
  at: number,
  options: Pick<OutlineOptions, 'detail' | 'whole'>,
): Row {
  const { whole } = options;
  const { mark: sign, title, fix, rows, ids } = findingOf(report, problem);
  const [first] = rows;
  const [seen] = rows.flatMap(distinct);
  const since = first === undefined ? null : sinceWhen(report, first.id);
  // `2.2, required by the document`.
  const support = new Set(firmest(rows).map((one) => `${one.section}, ${supportOf(one)}`));
  const course = first?.traffic?.course;
  const isFrom = course?.kind === 'since' || course?.kind === 'until';
  return {
    sign,
    title,
    anchor: `problem.${at + 1}`,
    lines: [
      fact('fix', fix),
      fact('at', seen && placeText(report, rows, seen, whole), 'text'),
      fact('section', [...support, severityText(problem)].join('; '), 'text'),
      fact('seen', said(since?.words, first && sinceWords(first)).join('; '), 'text'),
      fact('follows', followWords(report, problem)),
      fact(ids.length === 1 ? 'id' : 'ids', firstIds(ids, options), 'text'),
    ],
    chips: [
      ...sinceChips(since, since?.words),
      ...(isFrom ? [{ text: `${course.kind} ${moment(course.at)}` }] : []),
      severityChip(problem, severityText(problem)),
    ],
    below: rows.map((one) => partRow(report, one, whole)),
  };
}

/** @param words since when, where it is not new */
export function sinceChips(since: SinceWhen | null, words = ''): readonly Chip[] {
  return since === null ? [] : [since.isNew ? { text: since.brief, kind: 'new' } : { text: words }];
}

export function severityChip({ severity }: ServiceProblem, text: string): Chip {
  return { text, kind: severity === 'security' ? severity : undefined };
}

/** `/data/column (put-authorised) and 3 more places; expected an integer; actual "3"`. */
function placeText(
  report: Report,
  rows: readonly RequirementResult[],
  seen: SeenDeviation,
  whole: string | null,
): RichText {
  const further = furtherPlaces(rows, [seen], whole);
  return [
    placeOf(seen),
    ' (',
    ...exchangeRefs(report, seen.exchanges, isSampled(rows)),
    `)${further && ` ${further}`}; expected${glue}`,
    { value: clipped(seen.expected, longestValue) },
    `; actual${glue}`,
    { value: clipped(seen.actual, longestValue) },
  ];
}

/** What deviates in responses because of a mistake of clients; null for nothing. */
function followWords(
  { requirements }: Report,
  { requirements: ids, follows = [] }: ServiceProblem,
): RichText | null {
  const counted = requirements.flatMap(({ id, follows: own = [] }) => {
    const of = own.filter(({ because }) => ids.includes(because) || ids.includes(id));
    const count = of.reduce((sum, { exchanges }) => sum + exchanges, 0);
    return follows.includes(id) && count > 0 ? [[{ value: id }, ` in ${numbered(count)}`]] : [];
  });
  return counted.length === 0
    ? null
    : ['the service cannot conform in these responses: ', ...joined(counted, ', ')];
}

/** One requirement that deviates: expected and actual, where, how often, since when, what the document says. */
function partRow(report: Report, row: RequirementResult, whole: string | null): Row {
  const [first, ...others] = distinct(row);
  const shown = capped(others, 'places').rows;
  const since = sinceWhen(report, row.id);
  const chart = chartOf(report, row);
  const where = (seen: SeenDeviation) => [
    placeOf(seen),
    ' of ',
    ...exchangeRefs(report, seen.exchanges, isSampled([row]), seen.pointer),
  ];
  const runs = first === undefined ? null : differenceOf(first, row.check);
  return {
    title: [
      row.place === null ? row.statement : { value: row.place.slice(1).replaceAll('/', '.') },
      ...(first === undefined ? [] : [': ', { value: first.actual }]),
    ],
    anchor: row.id,
    of: row,
    lines: [
      fact('expected', first && [{ value: first.expected, runs: runs?.expected }]),
      fact('actual', first && [{ value: first.actual, runs: runs?.actual }]),
      fact('before', since?.before == null ? null : [{ value: since.before }]),
      fact('seen', [
        `in ${seenWords(row)}`,
        ...(first === undefined ? [] : [', at ', ...where(first)]),
        since === null ? '' : `; ${since.words}`,
      ]),
      fact('document', [
        linked(documentPlace(row), report.document.url),
        `, ${supportOf(row)}: ${row.statement}`,
      ]),
      fact('explain', [{ value: explainCommand(report.tool, row.id) }]),
      ...shown.map((seen) => fact('also', [...where(seen), ': ', { value: seen.actual }])),
      fact('', furtherPlaces([row], first === undefined ? [] : [first, ...shown], whole)),
      chart === null ? fact('', sinceWords(row)) : fact('clients', clientsOf(row)),
    ],
    chart: chart ?? undefined,
  };
}

function placeOf({ pointer }: SeenDeviation): TextPiece {
  return pointer === '' ? placeWords('') : { value: pointer };
}
