import { andMoreIn } from '../../src/text/more.ts';

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
    const rows = fitting(section.rows, room);
    room -= sizeOf(rows);
    return withRows(section, rows, whole).join('\n');
  });
  return `${texts.join('\n\n')}\n`;
}

function fitting(rows: readonly string[], room: number): readonly string[] {
  let left = room;
  const end = rows.findIndex((row) => {
    left -= row.length + 1;
    return left < 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

function withRows(
  { before, rows: all, after }: MarkdownSection,
  rows: readonly string[],
  whole: string | null,
): readonly string[] {
  const left = all.length - rows.length;
  const note = left > 0 ? ['', `_${andMoreIn(left, left, whole)}._`] : [];
  return [...before, ...rows, ...note, ...after];
}

/** Characters of these lines with their line feeds, and of the empty line after a section. */
function sizeOf(lines: readonly string[]): number {
  return lines.reduce((size, line) => size + line.length + 1, 1);
}
