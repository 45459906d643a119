import { capital } from '../../src/text/capital.ts';
import { visible } from '../../src/text/escape.ts';
import { glue } from '../../src/text/layout.ts';
import {
  type Fact,
  headingText,
  type Outline,
  type OutlineSection,
  type RichText,
  type Row,
  type SignedCell,
  type StripRow,
  signSymbols,
  type TableRow,
  type TextPiece,
} from '../outline/outline.ts';
import type { Mark } from '../outline/words.ts';
import { assembled, type MarkdownSection } from './markdown-sections.ts';
import { address, code, text as escaped, fenced, longestSentence } from './markdown-text.ts';

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
 *
 * @param whole name of the file that has everything; null for none
 */
export function markdownOf(
  { line, mark, conclusion, head, sections, of }: Outline,
  whole: string | null,
): string {
  const sign = mark === null ? '' : `${emoji[mark] ?? '⚠️'} `;
  const top: MarkdownSection = {
    before: [...(of === undefined ? [] : [marker]), `## ${sign}${text(line)}`, ''],
    rows: [...conclusion, ...head].map((fact) => `- ${bold(fact)}`),
    after: [],
  };
  return assembled([top, ...sections.map(drawn)], whole);
}

function drawn(section: OutlineSection): MarkdownSection {
  const heading = headingText(section);
  const more = section.more === undefined ? [] : ['', `_${text(section.more)}._`];
  const before = heading === null ? [] : [`### ${text(heading)}`, ''];
  if (section.rows.length === 0) return { before, rows: [text(section.empty ?? '')], after: [] };
  const after = [...more, ...legend(section)];
  switch (section.kind) {
    case 'facts':
      return { before, rows: section.rows.map((fact) => `- ${bold(fact)}`), after };
    case 'list':
      return { before, rows: section.rows.map(listed), after };
    case 'record':
      return { before, rows: section.rows.map(record), after };
    case 'strip':
      return { before, rows: section.rows.map(strip), after };
    case 'code':
      return {
        before,
        rows: section.rows.map(({ title, language, lines }) =>
          [`${inline(title)}`, '', ...fenced(language, lines), ''].join('\n'),
        ),
        after,
      };
    case 'exchanges':
      return { before, rows: [], after };
    case 'table':
      return {
        before: [
          ...before,
          tableLine(section.columns.map(inline)),
          `|${section.columns.map(() => '---|').join('')}`,
        ],
        rows: section.rows.map(tableRow),
        after,
      };
  }
}

function legend({ legend: entries = [] }: OutlineSection): readonly string[] {
  const items = entries.map(
    ({ sign, text: words }) => `${sign === null ? '' : `${signSymbols[sign]} `}${text(words)}`,
  );
  return items.length === 0 ? [] : ['', items.join(', ')];
}

function bold({ label, text: content }: Fact): string {
  return label === '' ? inline(content) : `**${text(capital(label))}:** ${inline(content)}`;
}

function signed({ sign }: Pick<Row, 'sign'>): string {
  return sign === undefined ? '' : `${signSymbols[sign]} `;
}

/** `at: the whole response; expected: a refusal`. */
function lineText(facts: readonly Fact[]): string {
  return facts
    .map(({ label, text: content }) =>
      label === '' ? inline(content) : `${text(label)}: ${inline(content)}`,
    )
    .join('; ');
}

function listed(row: Row): string {
  return `- ${signed(row)}${[inline(row.title), ...(row.lines ?? []).map(lineText)].join('; ')}`;
}

function record(row: Row): string {
  return [
    `- ${signed(row)}**${inline(row.title)}**`,
    ...(row.lines ?? []).map((line) => `  - ${lineText(line)}`),
  ].join('\n');
}

function strip({ sign, title, cells, lines = [] }: StripRow): string {
  if (cells.some(({ text: words }) => words !== ''))
    return `- ${inline(title)}: ${cells.map(cellText).join(', ')}`;
  const signs = cells.length === 0 ? [] : [`  - ${cells.map(cellText).join('')}`];
  const below = lines.flat().map((fact) => `  - ${lineText([fact])}`);
  return [`- ${signed({ ...(sign && { sign }) })}${inline(title)}`, ...signs, ...below].join('\n');
}

function cellText({ sign, text: words }: SignedCell): string {
  return [...(sign === undefined ? [] : [signSymbols[sign]]), ...(words === '' ? [] : [text(words)])].join(
    ' ',
  );
}

function tableRow({ title, cells }: TableRow): string {
  return tableLine([inline(title), ...cells.map((cell) => (cell === null ? '' : cellText(cell)))]);
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function inline(content: RichText): string {
  const piece = (one: TextPiece) => {
    if (typeof one === 'string') return text(one);
    if ('ref' in one) return text(one.ref);
    return 'value' in one ? code(one.value.replaceAll(glue, ' '), longestSentence) : link(one.link, one.url);
  };
  return typeof content === 'string' ? text(content) : content.map(piece).join('');
}

function text(words: string): string {
  return escaped(words.replaceAll(glue, ' '));
}

/** An address that is its own name is shown as it is. */
function link(name: string, url: string): string {
  if (!/^https?:/.test(url)) return text(name);
  const shown = address(visible(url));
  return name === url ? shown : `[${text(name)}](${shown})`;
}
