import { otherDocument } from '../model/documents.ts';
import type { JsonDocument } from '../model/json.ts';
import type { Parsed } from '../model/setting.ts';
import { JsonSyntaxError, JsonTooComplexError, parseJson } from './json.ts';

/** A file of an operator in JSON. Its problems continue "names FILE, which …". */

/** More levels than such a file needs. */
const usualDepth = 16;

/** Finds the line, from 1, of an offset into a text. The text is read once, however often it is asked. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** @param expected what it should be */
export function parseDocument(
  content: string,
  expected: string,
  lineAt = lineFinder(content),
  depth = usualDepth,
): Parsed<JsonDocument> {
  const other = otherDocument(content, [expected]);
  if (other !== null) return { problems: [other] };
  try {
    return { value: parseJson(content, { depth }) };
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      return {
        problems: [`cannot be used: line ${lineAt(error.offset)} is not JSON (${error.problem})`],
      };
    if (error instanceof JsonTooComplexError) return { problems: [`cannot be used: ${error.message}`] };
    throw error;
  }
}
