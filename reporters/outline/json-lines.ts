/** Text up to and including a comma outside of strings: after it, white space changes nothing. */
const pieces = /(?:"(?:[^"\\]|\\.)*"|[^",])+,?|,/gs;

/**
 * JSON text of equal value on lines, broken behind commas where a line would be longer than `width` characters. A long
 * string is never broken.
 */
export function jsonLines(json: string, width: number): readonly string[] {
  const lines = [''];
  for (const piece of json.match(pieces) ?? []) {
    const last = lines.at(-1) ?? '';
    if (last === '' || last.length + piece.trimEnd().length <= width) lines[lines.length - 1] = last + piece;
    else lines.push(piece.trimStart());
  }
  return lines.map((line) => line.trimEnd());
}
