import { capital } from '../../src/text/capital.ts';
import { clipped, markdownCode, markdownText, visible } from '../../src/text/escape.ts';
import { glue } from '../../src/text/layout.ts';
import { andMoreIn } from '../../src/text/more.ts';
import {
  type Fact,
  headingText,
  type Outline,
  type OutlineSection,
  pieceText,
  type RichText,
  type Row,
  type Sign,
  type SignedCell,
  signSymbols,
  type TextPiece,
} from '../outline/outline.ts';
import type { Mark } from '../outline/words.ts';
import { type FormatOptions, wholeFile } from '../reporter.ts';

const emoji: Readonly<Partial<Record<Mark, string>>> = {
  conforms: '✅',
  deviates: '❌',
  waived: '❕',
};

/** The first line of a report, by which a job finds its comment of the run before and replaces it. */
const marker = '<!-- entity-config-conformance -->';

/**
 * Any outline in Markdown for a comment on a pull request, a job summary, e-mail or chat: the verdict, what it comes to,
 * what was looked at, the sections. Entries that would pass the limit are left out from the end of their section and
 * counted there; every section keeps its heading.
 */
export function markdownOf(
  { line, mark, conclusion, head, sections, of }: Outline,
  options: Pick<FormatOptions, 'files'> = {},
): string {
  const sign = mark === null ? '' : `${emoji[mark] ?? '⚠️'} `;
  const top: MarkdownSection = {
    before: [...(of === undefined ? [] : [marker]), `## ${sign}${text(line)}`, ''],
    rows: [...conclusion, ...head].map((fact) => `- ${bold(fact)}`),
    after: [],
  };
  return assembled([top, ...sections.map(drawn)], wholeFile(options));
}

function drawn(section: OutlineSection): MarkdownSection {
  const heading = headingText(section);
  const more = section.more ? ['', `_${text(section.more)}._`] : [];
  const before = heading === null ? [] : [`### ${text(heading)}`, ''];
  if (section.rows.length === 0) return { before, rows: [text(section.empty ?? '')], after: [] };
  const columns = section.kind === 'table' ? section.columns : [];
  const head = [tableLine(columns.map(inline)), `|${columns.map(() => '---|').join('')}`];
  return {
    before: columns.length === 0 ? before : [...before, ...head],
    rows: rowsOf(section),
    after: [...more, ...legend(section)],
  };
}

function rowsOf(section: OutlineSection): readonly string[] {
  switch (section.kind) {
    case 'facts':
      return section.rows.map((fact) => `- ${bold(fact)}`);
    case 'list':
      return section.rows.map(listed);
    case 'record':
      return section.rows.map(record);
    case 'strip':
      return section.rows.map(strip);
    case 'code':
      return section.rows.map(({ title, language, lines }) =>
        [inline(title), '', ...fenced(language, lines), ''].join('\n'),
      );
    case 'table':
      return section.rows.map(({ title, cells }) =>
        tableLine([inline(title), ...cells.map((cell) => (cell === null ? '' : cellText(cell)))]),
      );
    case 'exchanges':
      return [];
  }
}

function legend({ legend: entries = [] }: OutlineSection): readonly string[] {
  const items = entries.map(({ sign, text: words }) => `${signed(sign)}${text(words)}`);
  return items.length === 0 ? [] : ['', items.join(', ')];
}

function bold({ label, text: content }: Fact): string {
  return label === '' ? inline(content) : `**${text(capital(label))}:** ${inline(content)}`;
}

function signed(sign: Sign | null | undefined): string {
  return sign ? `${signSymbols[sign]} ` : '';
}

/** `at: the whole response; expected: a refusal`. */
function linesOf({ lines = [] }: Row): readonly string[] {
  return lines
    .filter(({ length }) => length > 0)
    .map((facts) =>
      facts
        .map(({ label, text: content }) => (label === '' ? '' : `${text(label)}: `) + inline(content))
        .join('; '),
    );
}

function listed(row: Row): string {
  return `- ${signed(row.sign)}${[inline(row.title), ...linesOf(row)].join('; ')}`;
}

function record(row: Row): string {
  return [`- ${signed(row.sign)}**${inline(row.title)}**`, ...linesOf(row).map((line) => `  - ${line}`)].join(
    '\n',
  );
}

function strip({ sign, title, cells = [], lines = [] }: Row): string {
  if (cells.some(({ text: words }) => words !== ''))
    return `- ${inline(title)}: ${cells.map(cellText).join(', ')}`;
  const signs = cells.length === 0 ? [] : [`  - ${cells.map(cellText).join('')}`];
  const below = linesOf({ title, lines: lines.flat().map((one) => [one]) }).map((line) => `  - ${line}`);
  return [`- ${signed(sign)}${inline(title)}`, ...signs, ...below].join('\n');
}

function cellText({ sign, text: words }: SignedCell): string {
  return `${signed(sign)}${words === '' ? '' : text(words)}`.trimEnd();
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function inline(content: RichText): string {
  const piece = (one: TextPiece) => {
    if (typeof one === 'string' || 'ref' in one) return text(pieceText(one));
    return 'value' in one ? code(one.value.replaceAll(glue, ' '), longestSentence) : link(one.link, one.url);
  };
  return typeof content === 'string' ? text(content) : content.map(piece).join('');
}

function text(words: string): string {
  return prose(words.replaceAll(glue, ' '));
}

/** An address that is its own name is shown as it is. */
function link(name: string, url: string): string {
  if (!/^https?:/.test(url)) return text(name);
  const shown = address(visible(url));
  return name === url ? shown : `[${text(name)}](${shown})`;
}

/** Lines that introduce a section, one line per entry, lines that close it. */
export interface MarkdownSection {
  readonly before: readonly string[];
  readonly rows: readonly string[];
  readonly after: readonly string[];
}

/** GitHub takes 65,536 characters in a comment. */
const mostCharacters = 60_000;

/**
 * The sections with an empty line between them; one without entries is left out. Entries that would pass the limit are
 * left out from the end of their section and counted there; every section keeps its introduction.
 *
 * @param whole name of the file that has everything; null for none
 */
export function assembled(
  sections: readonly MarkdownSection[],
  whole: string | null,
  limit: number = mostCharacters,
): string {
  const filled = sections.filter(({ rows }) => rows.length > 0);
  let room = limit - filled.reduce((used, section) => used + sizeOf(withRows(section, [], whole)), 0);
  const texts = filled.map((section) => {
    let left = room;
    const end = section.rows.findIndex((row) => {
      left -= row.length + 1;
      return left < 0;
    });
    const rows = end === -1 ? section.rows : section.rows.slice(0, end);
    room -= sizeOf(rows);
    return withRows(section, rows, whole).join('\n');
  });
  return `${texts.join('\n\n')}\n`;
}

function withRows(
  { before, rows: all, after }: MarkdownSection,
  rows: readonly string[],
  whole: string | null,
) {
  const left = all.length - rows.length;
  const note = left > 0 ? ['', `_${andMoreIn(left, left, whole)}._`] : [];
  return [...before, ...rows, ...note, ...after];
}

/** Characters of these lines with their line feeds, and of the empty line after a section. */
function sizeOf(lines: readonly string[]): number {
  return lines.reduce((size, line) => size + line.length + 1, 1);
}

/** Characters of one expected or actual value, and of one sentence. */
const longestValue = 200;
export const longestSentence = 500;

/** Prose in a line of Markdown, cut where it is long. */
export function prose(sentence: string): string {
  return markdownText(clipped(sentence, longestSentence));
}

/** A value in a line of Markdown, cut where it is long. */
export function code(value: string, limit: number = longestValue): string {
  return markdownCode(clipped(value, limit));
}

/** An address that whoever runs this gave, as a link that shows it; what could end the link is percent-encoded. */
export function address(url: string): string {
  return `<${url.replace(/[<>\\`|\s]/g, encodeURIComponent)}>`;
}

/** A block whose fence is longer than any in it. */
export function fenced(language: string, lines: readonly string[]): readonly string[] {
  const shown = lines.map(visible);
  const longest = Math.max(
    2,
    ...shown.flatMap((line) => (line.match(/`+/g) ?? []).map(({ length }) => length)),
  );
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...shown, fence];
}
