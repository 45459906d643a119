import type { Report, RequirementResult, ServiceProblem } from '../../schemas/types.ts';
import { buildWords } from '../../src/report/change.ts';
import { capital } from '../../src/text/capital.ts';
import { clipped, markdownCode, markdownText, visible } from '../../src/text/escape.ts';
import { glue } from '../../src/text/layout.ts';
import { andMore, andMoreIn } from '../../src/text/more.ts';
import { documentPlace, seenWords, sinceWhen } from '../outline/finding.ts';
import {
  type Fact,
  fact,
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
  type TextPiece,
} from '../outline/outline.ts';
import { placeWords } from '../outline/rows.ts';
import { type Mark, moment, problemTitle, strengthWords } from '../outline/words.ts';
import { type FormatOptions, wholeFile } from '../reporter.ts';

const emoji: Readonly<Partial<Record<Mark, string>>> = {
  conforms: '✅',
  deviates: '❌',
  waived: '❕',
};

/** The first line of a report, by which a job finds its comment of the run before and replaces it. */
const marker = '<!-- entity-config-conformance -->';

/** Lines that introduce a section, one line per entry, lines that close it. */
interface MarkdownSection {
  readonly before: readonly string[];
  readonly rows: readonly string[];
  readonly after: readonly string[];
}

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
    rows: factsFor('markdown', [...conclusion, ...head]).map(labelled),
    after: [],
  };
  return assembled([top, ...sections.map(drawn)], wholeFile(options));
}

function drawn(section: OutlineSection): MarkdownSection {
  const heading = headingText(section);
  const before = heading === null ? [] : [`### ${text(heading)}`, ''];
  if (section.rows.length === 0) return { before, rows: [text(section.empty ?? '')], after: [] };
  const columns = section.kind === 'table' ? section.columns : [];
  const head = [tableLine(columns.map(inline)), `|${columns.map(() => '---|').join('')}`];
  const legend = (section.legend ?? []).map(({ sign, text: words }) => `${signed(sign)}${text(words)}`);
  return {
    before: columns.length === 0 ? before : [...before, ...head],
    rows: rowsOf(section),
    after: [
      ...(section.more ? ['', `_${text(section.more)}._`] : []),
      ...(legend.length === 0 ? [] : ['', legend.join(', ')]),
    ],
  };
}

function rowsOf(section: OutlineSection): readonly string[] {
  switch (section.kind) {
    case 'facts':
      return section.rows.map(labelled);
    case 'list':
    case 'record':
    case 'strip':
      return section.rows.map((row) => rowText(section.kind, row));
    case 'table':
      return section.rows.map(({ title, cells }) =>
        tableLine([inline(title), ...cells.map((cell) => (cell === null ? '' : cellText(cell)))]),
      );
    case 'code':
    case 'exchanges':
      return [];
  }
}

function labelled({ label, text: content }: Fact): string {
  return `- ${label === '' ? '' : `**${text(capital(label))}:** `}${inline(content)}`;
}

function signed(sign: Sign | null | undefined): string {
  return sign ? `${signSymbols[sign]} ` : '';
}

/** `at: the whole response; expected: a refusal`. */
function lineText(facts: readonly Fact[]): string {
  return facts
    .map(({ label, text: content }) => (label === '' ? '' : `${text(label)}: `) + inline(content))
    .join('; ');
}

function rowText(kind: OutlineSection['kind'], { sign, title, cells = [], lines = [] }: Row): string {
  const name = inline(title);
  const signs = cells.map(cellText);
  if (cells.some(({ text: words }) => words !== '')) return `- ${name}: ${signs.join(', ')}`;
  const said = (kind === 'strip' ? lines.flat().map((one) => [one]) : lines)
    .map((facts) => factsFor('markdown', facts))
    .filter(({ length }) => length > 0)
    .map(lineText);
  if (kind === 'list') return `- ${signed(sign)}${[name, ...said].join('; ')}`;
  const below = [...(signs.length === 0 ? [] : [signs.join('')]), ...said];
  const first = `- ${signed(sign)}${kind === 'record' ? `**${name}**` : name}`;
  return [first, ...below.map((line) => `  - ${line}`)].join('\n');
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
    if ('value' in one) return markdownCode(clipped(one.value.replaceAll(glue, ' '), longestSentence));
    if (!/^https?:/.test(one.url)) return text(one.link);
    // An address that is its own name is shown as it is.
    const shown = address(visible(one.url));
    return one.link === one.url ? shown : `[${text(one.link)}](${shown})`;
  };
  return typeof content === 'string' ? text(content) : content.map(piece).join('');
}

function text(words: string): string {
  return markdownText(clipped(words.replaceAll(glue, ' '), longestSentence));
}

/** GitHub takes 65,536 characters in a comment. */
const mostCharacters = 60_000;

/**
 * The sections with an empty line between them; one without entries is left out. Entries that would pass the limit are
 * left out from the end of their section and counted there; every section keeps its introduction.
 * @param whole name of the file that has everything; null for none
 */
function assembled(sections: readonly MarkdownSection[], whole: string | null): string {
  const filled = sections.filter(({ rows }) => rows.length > 0);
  const withRows = ({ before, rows: all, after }: MarkdownSection, rows: readonly string[]) => {
    const left = all.length - rows.length;
    const note = left > 0 ? ['', `_${andMoreIn(left, left, whole)}._`] : [];
    return [...before, ...rows, ...note, ...after];
  };
  let room = mostCharacters - filled.reduce((used, section) => used + sizeOf(withRows(section, [])), 0);
  const texts = filled.map((section) => {
    const rows: string[] = [];
    for (const row of section.rows) {
      if (row.length >= room) break;
      room -= row.length + 1;
      rows.push(row);
    }
    return withRows(section, rows).join('\n');
  });
  return `${texts.join('\n\n')}\n`;
}

/** Characters of these lines with their line feeds, and of the empty line after a section. */
function sizeOf(lines: readonly string[]): number {
  return lines.reduce((size, line) => size + line.length + 1, 1);
}

/** Characters of one expected or actual value, and of one sentence. */
const longestValue = 200;
const longestSentence = 500;

/** An address that whoever runs this gave, as a link that shows it; what could end the link is percent-encoded. */
function address(url: string): string {
  return `<${url.replace(/[<>\\`|\s]/g, encodeURIComponent)}>`;
}

/** A block whose fence is longer than any in it. */
function fenced(language: string, lines: readonly string[]): readonly string[] {
  const shown = lines.map(visible);
  const longest = Math.max(
    2,
    ...shown.flatMap((line) => (line.match(/`+/g) ?? []).map(({ length }) => length)),
  );
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...shown, fence];
}

/** How many requirements are described one by one. */
const mostIssueRows = 10;

/** What an issue shows besides the report: both of the first requirement. */
interface IssueLines {
  /** Lines of the answer around the place. */
  readonly lines: readonly string[];
  /** Lines of the command that sends the request again; empty for none. */
  readonly command: readonly string[];
}

/** The problem as an issue for whoever runs the service, in Markdown: it can be read without the report. */
export function issueText(
  report: Report,
  problem: ServiceProblem,
  rows: readonly RequirementResult[],
  { lines, command }: IssueLines,
): string {
  const { run, target, document } = report;
  const more = andMore(rows.length - mostIssueRows, 'requirement');
  const block = (title: string, language: string, own: readonly string[]) =>
    own.length === 0 ? [] : [[title, '', ...fenced(language, own)].join('\n')];
  const seen = [
    ...['Seen at ', { value: target.baseUrl }, ` on ${moment(run.startedAt)}, run `, { value: run.id }],
    `${run.label === undefined ? '' : `, ${buildWords(run.label)}`}. Judged by: ${document.title}`,
    ...(document.url === undefined ? [] : [': ', { value: document.url }]),
    '.',
  ];
  return [
    `## ${text(problemTitle(problem))}`,
    ...said(problem.cure && `What to change: ${text(problem.cure)}`),
    ...rows.slice(0, mostIssueRows).map((row) => issueFacts(report, row).map(labelled).join('\n')),
    ...said(more && `${capital(more)} for the same reason.`),
    ...block('The response around it:', 'text', lines),
    ...block('To send the request again (secrets are variables):', 'sh', command),
    inline(seen),
  ].join('\n\n');
}

function issueFacts(report: Report, row: RequirementResult): readonly Fact[] {
  const [first] = row.evidence;
  const { pointer = '', expected, actual } = first ?? {};
  const value = (found: string | undefined) =>
    found !== undefined && [{ value: clipped(found, longestValue) }];
  return [
    ...fact('requirement', [{ value: row.id }, `, ${row.statement}`]),
    ...fact('document', `${documentPlace(row)}, ${strengthWords[row.strength]}`),
    ...fact('at', first && (pointer === '' ? placeWords('') : value(pointer))),
    ...fact('expected', value(expected)),
    ...fact('actual', value(actual)),
    ...fact('in', seenWords(row)),
    ...fact('since', sinceWhen(report, row.id)?.words),
  ];
}
