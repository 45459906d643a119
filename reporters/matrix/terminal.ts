import type { Matrix, MatrixRow } from '../../src/model/matrix.ts';
import { visibleDeep } from '../../src/text/escape.ts';
import { glue, padded } from '../../src/text/layout.ts';
import { andMoreIn } from '../../src/text/more.ts';
import { strengthWords } from '../outline/words.ts';
import { blocks, hanging, heading, type Page, pageFor, paintOf } from '../print/terminal/page.ts';
import type { FormatOptions } from '../reporter.ts';
import {
  alikeWords,
  cellMark,
  cellSymbol,
  consequenceWords,
  differing,
  hasStrips,
  historyWords,
  numberWords,
  reasonsOf,
  runLine,
  stripOf,
} from './words.ts';

/** Further requirements are counted only. */
const mostRows = 50;

/** Text for a terminal; the last line is the summary. */
export function render(given: Matrix, options: FormatOptions): string {
  const page = pageFor(options);
  const matrix = visibleDeep(given);
  const rows = differing(matrix);
  const left = rows.length - mostRows;
  const lines = [
    ...matrix.columns.flatMap((_, at) => column(page, matrix, at)),
    ...matrix.notes.flatMap((note) => hanging(page, 'note      ', note, page.paint.doubtful)),
    ...(rows.length === 0 ? [] : heading(page, `What differs (${rows.length})`)),
    ...blocks(rows.slice(0, mostRows).map((row) => block(page, matrix, row))),
    ...(left > 0 ? ['', andMoreIn(left, left, page.whole, 'requirement')] : []),
    ...observations(page, matrix),
    ...closing(page, matrix),
  ];
  return `${lines.join('\n')}\n`;
}

/** The number of a column. */
function numbered(at: number): string {
  return padded(String(at + 1), 4);
}

function column(page: Page, { runs, columns }: Matrix, at: number): readonly string[] {
  const run = runs[columns[at] ?? -1];
  return run ? hanging(page, numbered(at), `${run.target} ${runLine(run)}`, page.paint.quiet) : [];
}

function block(page: Page, matrix: Matrix, row: MatrixRow): readonly string[] {
  const marks = row.cells.map((cell) => {
    const mark = cellMark(cell, row);
    const symbol = cellSymbol(cell, row);
    return mark === null ? symbol : paintOf(page, mark)(symbol);
  });
  const reasons = reasonsOf(row).flatMap(([reason, columns]) =>
    hanging(page, `    ${numberWords(columns)}  `, reason, page.paint.quiet),
  );
  return [
    `${marks.join(' ')}  ${page.paint.strong(row.id)}`,
    ...hanging(
      page,
      '    ',
      `${row.statement} (${strengthWords[row.strength]}, section${glue}${row.section})`,
    ),
    ...reasons,
    ...(hasStrips(matrix) ? histories(page, matrix, row) : []),
  ];
}

function histories(page: Page, matrix: Matrix, row: MatrixRow): readonly string[] {
  return row.histories.flatMap((history) => {
    if (history.checked < 2) return [];
    const verdicts = stripOf(history, page.columns - 4);
    const strip = verdicts.map((verdict) => cellSymbol({ verdict }, row)).join('');
    const name = matrix.targets.length > 1 ? `${history.target}: ` : '';
    return [
      ...hanging(page, '    ', `${name}${historyWords(matrix, history)}`),
      ...(history.flips === 0 ? [] : [`    ${strip}`]),
    ];
  });
}

function observations(page: Page, { observations: rows }: Matrix): readonly string[] {
  if (rows.length === 0) return [];
  return [
    ...heading(page, `Answers to open questions that differ (${rows.length})`),
    ...rows.flatMap(({ question, section, answers }) => [
      ...hanging(page, '  ', `${question} (section${glue}${section})`, page.paint.quiet),
      ...answers.flatMap((answer, at) => hanging(page, `    ${numbered(at)}`, answer ?? 'not answered')),
    ]),
  ];
}

function closing(page: Page, matrix: Matrix): readonly string[] {
  const more = consequenceWords(matrix);
  return [
    '',
    ...(more === null ? [] : hanging(page, '', more, page.paint.quiet)),
    ...hanging(page, '', alikeWords(matrix), page.paint.quiet),
    page.paint.strong(matrix.sentence),
  ];
}
