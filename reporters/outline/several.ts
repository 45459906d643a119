import type { MatrixRow, MatrixRun, Mismatch, ObservationChange, Verdict } from '../../schemas/types.ts';
import { groupBy } from '../../src/model/group-by.ts';
import { idList, inSection } from './finding.ts';
import {
  capped,
  cut,
  type Fact,
  fact,
  listed,
  type OutlineOptions,
  type OutlineSection,
  type RichText,
  type Row,
  type TextPiece,
} from './outline.ts';
import { placeWords } from './rows.ts';
import { type Mark, markOf, withCommands } from './words.ts';

/** What is said alike of two reports and of many: a row is what one requirement, or several for one cause, came to in them. */

/** The first ids; how many more there are, and where. A page has room for all. @param known those that a page has */
export function firstIds(
  all: readonly string[],
  { whole, detail }: Pick<OutlineOptions, 'whole' | 'detail'>,
  known?: ReadonlySet<string>,
): readonly TextPiece[] {
  const { rows, more } = detail === 'page' ? { rows: all, more: '' } : capped(all, 'ids', whole);
  return [...idList(rows, known), ...(more === '' ? [] : [' ', more])];
}

/** A requirement with its row, and why it is so: what has one cause is said once. */
export interface Caused {
  readonly id: string;
  /** What is wrong, or why it was not checked; null where nothing says it. */
  readonly cause: string | null;
  /** What else has to be the same. */
  readonly as: unknown;
  readonly row: Row;
}

type Others = Pick<OutlineSection, 'count' | 'empty'>;

/** A row for each cause, with the signs and the evidence of its first requirement and the ids of all. */
export function byCause(
  kind: 'record' | 'strip',
  anchor: string,
  heading: string,
  all: readonly Caused[],
  options: OutlineOptions,
  others: Others = {},
): OutlineSection {
  const groups = groupBy(all, ({ id, cause, as }) => JSON.stringify(cause === null ? id : [cause, as]));
  const rows = [...groups.values()].map(([first, ...more]): Row => {
    if (more.length === 0 || first.cause === null) return first.row;
    const ids = [first, ...more].map(({ id }) => id);
    const lines = [...(first.row.lines ?? []), fact(`ids (${ids.length})`, firstIds(ids, options))];
    return { ...first.row, title: first.cause, lines };
  });
  return cut(listed(kind, anchor, heading, rows, { count: all.length, ...others }), options);
}

/** Open questions to which the reports have different answers, with these lines. */
export function answers<Question extends Pick<ObservationChange, 'question' | 'section'>>(
  kind: 'list' | 'record',
  anchor: string,
  heading: string,
  all: readonly Question[],
  linesOf: (one: Question) => readonly (readonly [label: string, answer: string | null, beside?: string])[],
  options: OutlineOptions,
): OutlineSection {
  const rows = all.flatMap((one): readonly Row[] => {
    const lines = linesOf(one).map(([label, answer, beside = '']) =>
      fact(label, answer === null ? 'not answered' : [{ value: answer }, beside]),
    );
    return lines.length === 0 ? [] : [{ sign: 'note', title: inSection(one.question, one.section), lines }];
  });
  return cut(listed(kind, anchor, heading, rows), options);
}

/** The lines of a question that two reports answer differently. */
export function beforeAndAfter({ before, after }: ObservationChange) {
  return [['before', before] as const, ['after', after] as const];
}

/** `/data/name (put-authorised), build-29; expected a string; actual 7`. */
export function placeFacts(
  { pointer, probe, expected, actual }: Mismatch,
  beside: readonly TextPiece[] = [],
  word = 'actual',
): readonly Fact[] {
  const where: RichText = [`${placeWords(pointer)} (${probe})`, ...beside];
  return fact('at', [...where, '; expected ', { value: expected }, `; ${word} `, { value: actual }]);
}

/** What somebody has to do after a run. */
export function actFacts({ exitCode, act, next }: MatrixRun): readonly Fact[] {
  return exitCode === 0 ? [] : [...fact('action needed', act), ...fact('next', withCommands(next))];
}

/** A requirement that was out of scope, or does not exist in that version, has no verdict. */
export function signOf(
  verdict: Verdict | 'out-of-scope' | 'unknown',
  strength: MatrixRow['strength'],
): Mark | 'note' {
  return verdict === 'out-of-scope' || verdict === 'unknown' ? 'note' : markOf({ verdict, strength });
}
