import { visible } from '../../src/text/escape.ts';
import { centred, glue, padded, widthOf, wrap } from '../../src/text/layout.ts';
import {
  type CodeBlock,
  type Fact,
  factsFor,
  headingText,
  type Outline,
  type OutlineSection,
  pieceText,
  type RichText,
  type Row,
  type Sign,
  type SignedCell,
  said,
  signSymbols,
  type TableRow,
} from '../outline/outline.ts';
import type { FormatOptions } from '../reporter.ts';
import { blocks, hanging, type Page, pageFor, paintOf } from './terminal/page.ts';

/** Labels of what hangs below a row, and the least for facts. */
const labelColumns = 10;

/**
 * Any outline for a reader at a terminal, who sees its end: what was looked at, the sections, what it comes to. The last
 * line is the verdict.
 */
export function terminalText(outline: Outline, options: FormatOptions): string {
  const page = pageFor(options);
  const { head, sections, conclusion } = outline;
  const parts = [
    facts(page, head),
    ...sections.map((section) => drawn(page, section)),
    facts(page, conclusion),
  ];
  const lines = options.detail === 'quiet' ? [] : blocks(parts);
  return `${[...lines, ...verdict(page, outline)].join('\n')}\n`;
}

/** A section alone, such as for the message of an assertion. */
export function sectionText(section: OutlineSection, options: FormatOptions): string {
  return drawn(pageFor(options), section).join('\n');
}

/** The verdict. On a terminal it breaks at the edge; programs find it on one line. */
function verdict(page: Page, { line, mark }: Outline): readonly string[] {
  const paint = mark === 'not-exercised' ? page.paint.doubtful : paintOf(page, mark);
  const shown = safe(line);
  const lines = page.isTerminal ? wrap(shown, page.columns) : [shown];
  return lines.map((text) => page.paint.strong(paint(text)));
}

function drawn(page: Page, section: OutlineSection): readonly string[] {
  const heading = headingText(section);
  const more = section.more ? hanging(page, '  ', safe(section.more), page.paint.quiet) : [];
  return [
    ...(heading === null ? [] : wrap(safe(heading), page.columns).map(page.paint.strong)),
    ...legend(page, section),
    ...(section.rows.length === 0 ? hanging(page, '  ', safe(section.empty ?? '')) : content(page, section)),
    ...more,
  ];
}

function content(page: Page, section: OutlineSection): readonly string[] {
  switch (section.kind) {
    case 'facts':
      return facts(page, section.rows);
    case 'list':
      return section.rows.flatMap((row) => rowLines(page, row));
    case 'record':
      return blocks(section.rows.map((row) => rowLines(page, row)));
    case 'strip': {
      const all = section.rows.map((row) => strip(page, row));
      return section.rows.some(({ lines }) => lines !== undefined) ? blocks(all) : all.flat();
    }
    case 'table':
      return table(page, section.columns, section.rows);
    case 'code':
      return blocks(section.rows.map((block) => code(page, block)));
    case 'exchanges':
      return [];
  }
}

/** With a space behind the longest. */
function labelWidth(rows: readonly Fact[]): number {
  return Math.max(labelColumns, ...rows.map(({ label }) => widthOf(label) + 1));
}

/** Facts with their labels in a column; a label that repeats is written once. */
function facts(page: Page, all: readonly Fact[]): readonly string[] {
  const rows = factsFor('terminal', all);
  const width = labelWidth(rows);
  return rows.flatMap(({ label, text }, at) => {
    const shown = at > 0 && rows[at - 1]?.label === label ? '' : safe(label);
    return hanging(page, padded(shown, width), inline(text), page.paint.quiet);
  });
}

function rowLines(page: Page, { sign, title, lines = [] }: Row): readonly string[] {
  const prefix = sign === undefined ? '  ' : `  ${signSymbols[sign]} `;
  return [...hanging(page, prefix, inline(title), paintOf(page, sign)), ...below(page, lines.flat())];
}

function below(page: Page, all: readonly Fact[]): readonly string[] {
  const hung = factsFor('terminal', all);
  const columns = hung.some(({ label }) => label !== '') ? labelWidth(hung) : 0;
  return hung.flatMap(({ label, text }) =>
    hanging(page, `    ${padded(safe(label), columns)}`, inline(text), page.paint.quiet),
  );
}

function code(page: Page, { title, lines }: CodeBlock): readonly string[] {
  return [...hanging(page, '', inline(title)), ...lines.map((line) => `    ${visible(line)}`)];
}

/** Signs below a title, where columns of one section are below each other, or beside it with a text each. */
function strip(page: Page, row: Row): readonly string[] {
  const { title, cells = [], lines = [] } = row;
  const items = cells.map(({ sign, text }) => said(sign && signSymbols[sign], safe(text)).join(glue));
  const isNamed = cells.some(({ text }) => text !== '');
  const prefix = isNamed ? `${inline(title)}  ` : '    ';
  const signs =
    cells.length === 0 ? [] : hanging(page, prefix, items.join(isNamed ? `${glue} ` : ''), page.paint.quiet);
  const painted = signs.map((line) => paintSymbols(page, line));
  return isNamed
    ? painted
    : [...rowLines(page, { ...row, lines: [] }), ...painted, ...below(page, lines.flat())];
}

/** Columns as wide as their widest cell, a space between them: the first to the left, the others centred. */
function table(page: Page, columns: readonly RichText[], rows: readonly TableRow[]): readonly string[] {
  // A title is painted as the worst of its cells.
  const titleOf = ({ title, depth = 0, cells }: TableRow) => {
    const worst = (['deviates', 'shown-deviates'] as const).find((one) =>
      cells.some((cell) => cell?.sign === one),
    );
    return `${'  '.repeat(depth)}${paintOf(page, worst)(inline(title))}`;
  };
  const lines = [
    columns.map((text) => page.paint.quiet(inline(text))),
    ...rows.map((row) => [titleOf(row), ...row.cells.map((cell) => cellText(page, cell))]),
  ];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at] ?? ''))));
  const filled = (text: string, at: number) => (at === 0 ? padded : centred)(text, widths[at] ?? 0);
  return lines.map((line) => line.map(filled).join(' ').trimEnd());
}

function cellText(page: Page, cell: SignedCell | null): string {
  if (cell === null) return '';
  return cell.sign === undefined ? safe(cell.text) : paintOf(page, cell.sign)(signSymbols[cell.sign]);
}

/** What the symbols mean. */
function legend(page: Page, { legend: entries }: OutlineSection): readonly string[] {
  if (entries === undefined) return [];
  const items = entries.map(({ sign, text }) =>
    said(sign && signSymbols[sign], safe(text).replaceAll(' ', glue)).join(glue),
  );
  return [...wrap(items.join(`${glue} `), page.columns).map((line) => paintSymbols(page, line)), ''];
}

function paintSymbols(page: Page, line: string): string {
  const signs = Object.entries(signSymbols) as readonly [Sign, string][];
  return signs.reduce((text, [sign, symbol]) => text.replaceAll(symbol, paintOf(page, sign)(symbol)), line);
}

/** A text with the words of its values and links. */
function inline(text: RichText): string {
  return typeof text === 'string' ? safe(text) : text.map((piece) => safe(pieceText(piece))).join('');
}

/** Made visible, but for the spaces at which no line breaks. */
function safe(text: string): string {
  return text.split(glue).map(visible).join(glue);
}
