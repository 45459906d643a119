import type { Comparison, Flip, ObservationChange, Still, Unmatched } from '../../src/model/comparison.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { glue, padded, wrap } from '../../src/text/layout.ts';
import { andMoreIn } from '../../src/text/more.ts';
import {
  comparisonLine,
  comparisonMark,
  directions,
  flipsOf,
  flipWords,
  otherValue,
  runWords,
  seenOf,
  standingMark,
  standingReason,
  stillHeading,
  timingWords,
  unchangedWords,
} from '../outline/comparison-words.ts';
import { markWords, strengthWords, supportWords, symbols } from '../outline/words.ts';
import { blocks, hanging, heading, type Page, pageFor, paintOf } from '../print/terminal/page.ts';
import type { FormatOptions } from '../reporter.ts';

/** Requirements listed in one group; the rest is counted. */
const mostRows = 50;

/** A page for a reader at a terminal; its last line is the verdict. */
export function render(comparison: Comparison, options: FormatOptions): string {
  const page = pageFor(options);
  const shown = visibleDeep(comparison);
  const lines = [
    ...hanging(page, 'before    ', runWords(shown.before), page.paint.quiet),
    ...hanging(page, 'after     ', runWords(shown.after), page.paint.quiet),
    ...shown.notes.flatMap((note) => hanging(page, 'note      ', note, page.paint.doubtful)),
    ...directions.flatMap(({ direction, heading: title }) => group(page, title, flipsOf(shown, direction))),
    ...unchanged(page, shown.still),
    ...unmatched(page, 'New requirements', shown.appeared),
    ...unmatched(page, 'Vanished requirements', shown.vanished),
    ...observations(page, shown.observations),
    ...timing(page, shown),
    ...closing(page, shown),
  ];
  return `${lines.join('\n')}\n`;
}

function group(page: Page, title: string, flips: readonly Flip[]): readonly string[] {
  if (flips.length === 0) return [];
  return [
    ...heading(page, `${title} (${flips.length})`),
    ...blocks(flips.slice(0, mostRows).map((one) => flip(page, one))),
    ...rest(page, flips.length),
  ];
}

function rest(page: Page, count: number): readonly string[] {
  const left = count - mostRows;
  return left > 0 ? ['', andMoreIn(left, left, page.whole, 'requirement')] : [];
}

function flip(page: Page, one: Flip): readonly string[] {
  const entry = (label: string, text: string) =>
    hanging(page, `    ${padded(label, 10)}`, text, page.paint.quiet);
  const mark = standingMark(one.after);
  const why = standingReason(one.after);
  return [
    paintOf(page, mark)(`${symbols[standingMark(one.before)]} → ${symbols[mark]} ${one.id}`),
    ...hanging(page, '    ', `${one.statement} (${supportWords(one)})`),
    ...entry('verdict', flipWords(one)),
    ...(seenOf(one)?.lines ?? []).flatMap(([label, text]) => entry(label, text)),
    ...(why === null ? [] : entry('because', why)),
  ];
}

/** What deviates as before, with the value where it is another one. */
function unchanged(page: Page, rows: readonly Still[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (one: Still) => {
    const mark = standingMark(one.after);
    const values = otherValue(one);
    return [
      ...hanging(page, `${symbols[mark]} `, `${one.id} (${supportWords(one)})`, paintOf(page, mark)),
      ...(values === null ? [] : hanging(page, '    ', `was ${values[0]}, is ${values[1]}`)),
    ];
  };
  return [
    ...heading(page, `${stillHeading} (${rows.length})`),
    ...rows.slice(0, mostRows).flatMap(line),
    ...rest(page, rows.length),
  ];
}

function unmatched(page: Page, title: string, rows: readonly Unmatched[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (row: Unmatched) => {
    const mark = standingMark(row);
    return hanging(
      page,
      `${symbols[mark]} `,
      `${row.id} (${strengthWords[row.strength]}, ${markWords[row.verdict]})`,
      paintOf(page, mark),
    );
  };
  return [
    ...heading(page, `${title} (${rows.length})`),
    ...rows.slice(0, mostRows).flatMap(line),
    ...rest(page, rows.length),
  ];
}

function observations(page: Page, changes: readonly ObservationChange[]): readonly string[] {
  if (changes.length === 0) return [];
  return [
    ...heading(page, `Observations that changed (${changes.length})`),
    ...changes.flatMap(({ question, section, before, after }) => [
      ...hanging(page, '  · ', `${question} (section${glue}${section})`, page.paint.quiet),
      ...hanging(page, '      before  ', before ?? 'not answered', page.paint.quiet),
      ...hanging(page, '      after   ', after ?? 'not answered', page.paint.quiet),
    ]),
  ];
}

function timing(page: Page, comparison: Comparison): readonly string[] {
  if (comparison.timing.length === 0) return [];
  return [
    ...heading(page, 'Response time, a hint only'),
    ...comparison.timing.flatMap((one) => hanging(page, '  ', timingWords(one))),
  ];
}

/** The verdict breaks at the edge of a terminal; programs find it on one line. */
function closing(page: Page, comparison: Comparison): readonly string[] {
  const { reasons } = comparison.summary;
  const paint = paintOf(page, comparisonMark(comparison));
  const line = comparisonLine(comparison);
  return [
    '',
    ...hanging(page, '', unchangedWords(comparison.summary), page.paint.quiet),
    ...reasons.slice(1).flatMap((reason) => hanging(page, 'also: ', reason)),
    ...(page.isTerminal ? wrap(line, page.columns) : [line]).map((text) => page.paint.strong(paint(text))),
  ];
}
