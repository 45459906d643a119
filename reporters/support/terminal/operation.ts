import type { Report, RequirementResult } from '../../../src/model/report.ts';
import type { Operation } from '../../../src/model/requirement.ts';
import { glue, padded } from '../../../src/text/layout.ts';
import type { Resend } from '../curl.ts';
import { matrixOf } from '../matrix.ts';
import { coveredWords, placeWords, shortDeviation } from '../row-text.ts';
import { deviating, distinct, notExercised, probeOf, type ReasonGroup, rowsOf, share } from '../rows.ts';
import { grouped, type UnansweredGroup, type UnansweredRequest } from '../unanswered.ts';
import { coverWords } from '../waivers.ts';
import { markOf, operationWords, plural, symbols } from '../words.ts';
import { blocks, hanging, heading, type Page, paintOf } from './page.ts';
import { table } from './table.ts';

/** Places listed for one row, and reasons for one operation; the rest is counted. */
const mostPlaces = 3;
const mostReasons = 12;
/** Rows with one reason are named up to this many. */
const mostNames = 3;

/** Requests of an operation that a reader may want to look at again. */
export interface Again {
  readonly unanswered: readonly UnansweredRequest[];
  readonly commands: readonly Resend[];
  /** Reasons that were told before, and the request that they were told of. */
  readonly told: ReadonlyMap<string, string>;
}

/** One operation: what was not answered with success, what deviates and how to see it again, the table, what was waived, what was not exercised. */
export function operation(
  page: Page,
  report: Report,
  name: Operation,
  { unanswered: requests, commands, told }: Again,
): readonly string[] {
  const rows = rowsOf(report, name);
  const { method, object, section } = operationWords(report, name);
  return [
    ...heading(page, `${method}  ${object}  (document section ${section})`),
    ...blocks([
      ...grouped(requests).map((group) => unanswered(page, group, told)),
      ...deviating(rows).map((row) => deviation(page, report, row)),
      ...commands.map((command) => resend(page, command)),
      ...table(page, matrixOf(rows)),
      waived(page, report, rows),
      reasons(page, notExercised(rows), new Set(requests.map(({ reason }) => reason))),
    ]),
  ];
}

function deviation(page: Page, report: Report, row: RequirementResult): readonly string[] {
  const mark = markOf(row);
  const strength = row.strength === 'shown' ? 'only shown in' : 'stated in';
  const seen = share(row);
  const entry = (label: string, text: string) =>
    hanging(page, `    ${padded(label, 10)}`, text, page.paint.quiet);
  const all = distinct(row);
  const more = all.slice(mostPlaces).length + row.evidenceOmitted;
  return [
    `${paintOf(page, mark)(`${symbols[mark]} ${row.id}`)}`,
    ...hanging(page, '    ', `${row.statement} (${strength} section${glue}${row.section})`),
    ...all
      .slice(0, mostPlaces)
      .flatMap(({ pointer, exchanges, expected, actual }) => [
        ...entry('at', `${placeWords(pointer)} (${listed(exchanges.map((id) => probeOf(report, id)))})`),
        ...entry('expected', expected),
        ...entry('actual', actual),
      ]),
    ...(more > 0 ? entry('', `and ${plural(more, 'more place')}, see report.json`) : []),
    ...(seen ? entry('seen', `in ${seen}`) : []),
  ];
}

function listed(probes: readonly string[]): string {
  const others = probes.length > mostNames ? ` and ${probes.length - mostNames} more` : '';
  return probes.slice(0, mostNames).join(', ') + others;
}

function unanswered(
  page: Page,
  { probes, reason, answer, hint }: UnansweredGroup,
  told: Again['told'],
): readonly string[] {
  const entry = (label: string, text: string | null) =>
    text === null ? [] : hanging(page, `    ${padded(label, 10)}`, text, page.paint.quiet);
  const before = told.get(reason);
  return [
    ...hanging(
      page,
      '? ',
      `${listed(probes)} ${probes.length === 1 ? 'was' : 'were'} not answered with success`,
      page.paint.bad,
    ),
    ...entry('because', before === undefined ? reason : `the same as for ${before}, see above`),
    ...entry('answer', answer),
    ...entry('hint', hint),
  ];
}

function resend(page: Page, { probes, command, masked, gone }: Resend): readonly string[] {
  const secrets = masked.length > 0 ? `, with the masked ${masked.join(', ')} filled in` : '';
  const note = gone === null ? '' : ` (the ${gone} is gone by now, so the answer will be another)`;
  return [
    ...hanging(page, '', `To send ${listed(probes)} again${secrets}${note}:`),
    ...command.map((line) => `    ${line}`),
  ];
}

function waived(page: Page, report: Report, rows: readonly RequirementResult[]): readonly string[] {
  const list = rows.filter(({ verdict }) => verdict === 'waived');
  if (list.length === 0) return [];
  return [
    'Waived',
    ...list.flatMap((row) => [
      ...hanging(page, `  ${symbols.waived} `, `${row.id}: ${coverWords(report, row)}`, page.paint.doubtful),
      ...hanging(page, '    ', shortDeviation(row), page.paint.quiet),
    ]),
  ];
}

function reasons(page: Page, groups: readonly ReasonGroup[], told: ReadonlySet<string>): readonly string[] {
  if (groups.length === 0) return [];
  const left = groups.slice(mostReasons).flatMap(({ rows }) => rows);
  return [
    'Not exercised',
    ...groups.slice(0, mostReasons).flatMap((group) => reason(page, group, told)),
    ...(left.length > 0 ? [`  ${plural(left.length, 'more row')} for other reasons, see report.json`] : []),
  ];
}

/** What was told of the request is not told again of its rows. */
function untold(text: string, told: ReadonlySet<string>): string {
  const known = [...told].find((reason) => text.startsWith(reason));
  return known === undefined ? text : `not answered with success, see above${text.slice(known.length)}`;
}

function reason(
  page: Page,
  { reason: given, because, covered, rows }: ReasonGroup,
  told: ReadonlySet<string>,
): readonly string[] {
  const text = untold(given, told);
  const named = rows.length <= mostNames && !because;
  const detail = named
    ? rows.map(({ id }) => id).join(', ')
    : because && `see ${because}${coveredWords(covered)}`;
  const prefix = `  ${symbols['not-exercised']} ${plural(rows.length, 'row')}: `;
  return hanging(page, prefix, detail ? `${text} (${detail})` : text, page.paint.quiet);
}
