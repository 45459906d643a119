import type { Report, RequirementResult, ServiceProblem } from '../../schemas/types.ts';
import { clipped } from '../../src/text/escape.ts';
import { glue } from '../../src/text/layout.ts';
import { andMoreIn, numbered } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { differenceOf } from './difference.ts';
import { documentPlace, findingOf, idList, type SinceWhen, seenWords, sinceWhen } from './finding.ts';
import {
  type Chip,
  type Fact,
  fact,
  joined,
  type OutlineOptions,
  type RichText,
  type Row,
  said,
  type TextPiece,
} from './outline.ts';
import { distinct, exchangeRefs, furtherPlaces, isSampled, placeWords, type SeenDeviation } from './rows.ts';
import { chartOf, clientsOf, sinceWords } from './traffic.ts';
import { explainCommand, firmest, linked, moment, severityNames, severityText, supportOf } from './words.ts';

/** Places of one problem that are shown; the rest is counted. One place of a group is an example of all. */
const mostPlaces = 3;
/** Further places and values of one requirement on a page. */
const mostOthers = 5;
/** Probes that are named for one place. */
const mostNames = 3;
/** Characters of a value that are shown; report.json has more of it. */
const longestValue = 200;
/** The same on a line with others. */
const briefValue = 120;

/** The problem as a record: with the evidence of its first place, on a page with that of each requirement. */
export function findingRow(
  report: Report,
  problem: ServiceProblem,
  at: number,
  { detail, whole }: OutlineOptions,
): Row {
  const { mark: sign, title, fix, rows, ids, seen: often } = findingOf(report, problem);
  const [first] = rows;
  const since = first === undefined ? null : sinceWhen(report, first.id);
  const follows = fact('follows', followWords(report, problem));
  const hidden = `${plural(problem.blocks, 'requirement')} that could not be checked because of it`;
  const hides = fact('hides', problem.blocks === 0 ? null : hidden);
  const id = (text: RichText) => fact(ids.length === 1 ? 'id' : 'ids', text);
  const row = (lines: Row['lines'] = []): Row => ({
    sign,
    title,
    anchor: `problem.${at + 1}`,
    lines: [fact('fix', fix), ...lines],
  });
  if (detail === 'page') {
    const course = first?.traffic?.course;
    const isFrom = course?.kind === 'since' || course?.kind === 'until';
    return {
      ...row([follows, hides]),
      chips: [
        ...sinceChips(since, since?.words),
        ...(isFrom ? [{ text: `${course.kind} ${moment(course.at)}` }] : []),
        severityChip(problem, severityText(problem)),
      ],
      below: rows.map((one) => partRow(report, one, whole)),
    };
  }
  // `2.2, required by the document`.
  const support = firmest(rows).map((one) => `${one.section}, ${supportOf(one)}`);
  const section = [...new Set(support)].join('; ');
  if (detail === 'usual') {
    const [seen] = rows.flatMap(distinct);
    const others = ids.length > 1 ? [` ${andMoreIn(ids.length - 1, ids.length - 1, whole)}`] : [];
    const brief = said(`${section}, ${severityNames[problem.severity]}`, since?.brief ?? null);
    return row([
      seen === undefined ? [] : briefPlace(rows, seen, whole),
      fact('section', brief.join('; ')),
      fact('seen', first?.traffic === undefined ? null : sinceWords(first)),
      id([{ value: ids[0] ?? '' }, ...others]),
    ]);
  }
  const shown = rows.flatMap(distinct).slice(0, rows.length === 1 ? mostPlaces : 1);
  return row([
    [...fact('severity', severityText(problem)), ...fact('section', section)],
    ...shown.map((seen) => [
      ...fact('at', [
        ...placeOf(seen),
        ' (',
        ...exchangeRefs(report, seen.exchanges, mostNames, isSampled(rows), seen.pointer),
        ')',
      ]),
      ...fact('expected', [{ value: clipped(seen.expected, longestValue) }]),
      ...fact('actual', [{ value: clipped(seen.actual, longestValue) }]),
    ]),
    fact('', furtherPlaces(rows, shown, whole)),
    [...fact('seen', often), ...fact('since', since === null ? null : since.words.replace(/^since /, ''))],
    fact('', first === undefined ? null : sinceWords(first)),
    follows,
    hides,
    id(idList(ids)),
  ]);
}

/** @param words since when, where it is not new */
export function sinceChips(since: SinceWhen | null, words = ''): readonly Chip[] {
  return since === null ? [] : [since.isNew ? { text: since.brief, kind: 'new' } : { text: words }];
}

export function severityChip({ severity }: ServiceProblem, text: string): Chip {
  return { text, kind: severity === 'security' ? severity : undefined };
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

/** `/data/column and others; expected an integer; actual "3"`. */
function briefPlace(
  rows: readonly RequirementResult[],
  seen: SeenDeviation,
  whole: string | null,
): readonly Fact[] {
  const further = furtherPlaces(rows, [seen], whole);
  return fact('at', [
    ...placeOf(seen),
    ...(further === '' ? [] : [` ${further}`]),
    `; expected${glue}`,
    { value: clipped(seen.expected, briefValue) },
    `; actual${glue}`,
    { value: clipped(seen.actual, briefValue) },
  ]);
}

/** One requirement that deviates: expected and actual, where, how often, since when, what the document says. */
function partRow(report: Report, row: RequirementResult, whole: string | null): Row {
  const [first, ...others] = distinct(row);
  const shown = others.slice(0, mostOthers);
  const since = sinceWhen(report, row.id);
  const chart = chartOf(report, row);
  const where = (seen: SeenDeviation) => [
    ...placeOf(seen),
    ' of ',
    ...exchangeRefs(report, seen.exchanges, 1, isSampled([row]), seen.pointer),
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
      fact('', furtherPlaces([row], [...(first === undefined ? [] : [first]), ...shown], whole)),
      chart === null ? fact('', sinceWords(row)) : fact('clients', clientsOf(row)),
    ],
    chart: chart ?? undefined,
  };
}

function placeOf({ pointer }: SeenDeviation): readonly TextPiece[] {
  return [pointer === '' ? placeWords('') : { value: pointer }];
}
