import type { Matrix, MatrixRow, ObservationRow } from '../../src/model/matrix.ts';
import { strengthWords } from '../outline/words.ts';
import { assembled, type MarkdownSection } from '../print/markdown-sections.ts';
import { code, text } from '../print/markdown-text.ts';
import { type FormatOptions, wholeFile } from '../reporter.ts';
import {
  alikeWords,
  cellSymbol,
  cellWords,
  consequenceWords,
  differing,
  hasStrips,
  historyWords,
  numberWords,
  reasonsOf,
  runLine,
} from './words.ts';

/** A summary for a pull request comment or a job summary, cut like that of a report. */
export function render(matrix: Matrix, options: Pick<FormatOptions, 'files'> = {}): string {
  const rows = differing(matrix);
  return assembled(
    [head(matrix), table(matrix, rows), seen(rows), history(matrix, rows), observations(matrix)],
    wholeFile(options),
  );
}

function head(matrix: Matrix): MarkdownSection {
  const more = consequenceWords(matrix);
  return {
    before: [`## ${text(matrix.sentence)}`, ''],
    rows: [
      ...matrix.notes.map((note) => `- Note: ${text(note)}`),
      ...(more === null ? [] : [`- ${text(more)}`]),
      `- ${text(alikeWords(matrix))}`,
      ...matrix.columns.flatMap((place, at) => {
        const run = matrix.runs[place];
        return run ? [`- ${at + 1}: ${code(run.target)} ${text(runLine(run))}`] : [];
      }),
    ],
    after: [],
  };
}

function table({ columns }: Matrix, rows: readonly MatrixRow[]): MarkdownSection {
  const cells = (row: MatrixRow) =>
    row.cells.map((cell) => `${cellSymbol(cell, row)} ${cellWords(cell, row)}`).join(' | ');
  return {
    before: [
      `### What differs (${rows.length})`,
      '',
      `| requirement | ${columns.map((_, at) => at + 1).join(' | ')} |`,
      `|---|${columns.map(() => '---|').join('')}`,
    ],
    rows: rows.map((row) => `| ${code(row.id)} (${strengthWords[row.strength]}) | ${cells(row)} |`),
    after: [],
  };
}

function seen(rows: readonly MatrixRow[]): MarkdownSection {
  const line = (row: MatrixRow) => {
    const reasons = reasonsOf(row).map(([reason, columns]) => `<br>${numberWords(columns)}: ${code(reason)}`);
    return reasons.length === 0 ? [] : [`- ${code(row.id)}: ${text(row.statement)}${reasons.join('')}`];
  };
  return { before: ['### What was seen', ''], rows: rows.flatMap(line), after: [] };
}

function history(matrix: Matrix, rows: readonly MatrixRow[]): MarkdownSection {
  const line = (row: MatrixRow) =>
    row.histories.map((one) => {
      const name = matrix.targets.length > 1 ? ` ${code(one.target)}` : '';
      return `- ${code(row.id)}${name}: ${text(historyWords(matrix, one))}`;
    });
  const listed = hasStrips(matrix) ? rows.flatMap(line) : [];
  return { before: ['### Since when', ''], rows: listed, after: [] };
}

function observations({ observations: all }: Matrix): MarkdownSection {
  const row = ({ question, section, answers }: ObservationRow) => {
    const given = answers.map(
      (answer, at) => `<br>${at + 1}: ${answer === null ? 'not answered' : code(answer)}`,
    );
    return `- ${text(question)} (section ${text(section)})${given.join('')}`;
  };
  return {
    before: [`### Answers to open questions that differ (${all.length})`, ''],
    rows: all.map(row),
    after: [],
  };
}
