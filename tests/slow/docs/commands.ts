import { type Block, partsOf } from '../../support/markdown.ts';

/** The commands that documents tell a reader to type. */

export interface Command {
  /** As it stands there, continued lines joined. */
  readonly text: string;
  readonly document: string;
  readonly line: number;
}

const shells = new Set(['sh', 'bash', 'shell', 'console']);

export function shellBlocks(markdown: string): readonly Block[] {
  return partsOf(markdown).blocks.filter(({ language }) => shells.has(language));
}

/** A block that is a script of its own, to be put into a file. */
export function isScript({ lines }: Block): boolean {
  return lines[0]?.startsWith('#!') === true;
}

/**
 * Lines of a block as they are typed: a backslash at the end continues one, comments are left out. A console shows
 * prompts, and answers without them.
 */
function typedLines({
  language,
  lines,
  line,
}: Block): readonly { readonly text: string; readonly line: number }[] {
  const typed: { text: string; line: number }[] = [];
  let continues = false;
  for (const [at, raw] of lines.entries()) {
    const text = raw.trim().replace(/^\$ /, '').replace(/\\$/, '').trim();
    const last = typed.at(-1);
    if (continues && last !== undefined) last.text = `${last.text} ${text}`;
    else if (isTyped(language, raw)) typed.push({ text, line: line + at });
    continues = raw.trimEnd().endsWith('\\');
  }
  return typed;
}

function isTyped(language: string, line: string): boolean {
  if (language === 'console') return line.startsWith('$ ');
  return line.trim() !== '' && !line.trim().startsWith('#');
}

const assignment = /^(?:export )?([A-Za-z_]+)=(?:"[^"]*"|'[^']*'|\S*)$/;

/** Name of the variable that a line sets and does nothing else; null for a command. */
export function assignedName(text: string): string | null {
  return assignment.exec(text)?.[1] ?? null;
}

function typedIn(document: string, markdown: string): readonly Command[] {
  return shellBlocks(markdown)
    .filter((block) => !isScript(block))
    .flatMap((block) => typedLines(block).map((typed) => ({ ...typed, document })));
}

export function commandsOf(document: string, markdown: string): readonly Command[] {
  return typedIn(document, markdown).filter(({ text }) => assignedName(text) === null);
}

/** Names that lines of shell blocks set, as in a `.env` file. */
export function assignmentsOf(document: string, markdown: string): readonly string[] {
  return typedIn(document, markdown).flatMap(({ text }) => assignedName(text) ?? []);
}
