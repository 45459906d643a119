/** One assignment, up to the end of its value, as the parser of such files sees it: a value in quotes may span lines. */
export const assignment =
  /^([ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*[=:])([ \t]*'(?:\\'|[^'])*'|[ \t]*"(?:\\"|[^"])*"|[ \t]*`(?:\\`|[^`])*`|[^#\r\n]*)/gm;

export interface AssignedLine {
  readonly name: string;
  /** Of the file, counted from 1. */
  readonly line: number;
  readonly isEmpty: boolean;
}

/** What a file of variables assigns, in its order. */
export function assignedLines(content: string): readonly AssignedLine[] {
  const lines: AssignedLine[] = [];
  let [line, counted] = [1, 0];
  for (const { index, 2: name = '', 3: value = '' } of content.matchAll(assignment)) {
    line += content.slice(counted, index).split(/\r\n?|\n/).length - 1;
    counted = index;
    lines.push({ name, line, isEmpty: value.trim() === '' });
  }
  return lines;
}
