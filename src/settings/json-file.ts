import { type JsonDocument, JsonSyntaxError, JsonTooComplexError, parseJson } from '../json/json.ts';
import { type DocumentName, otherDocument } from '../model/documents.ts';
import type { Parsed } from '../model/setting.ts';
import { refused } from './setting.ts';

/** More levels than a JSON file of an operator needs. */
const depth = 16;

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

/** The document, or what is wrong with it; continues "names FILE, which …". @param expected what it should be */
export function parseDocument(
  content: string,
  lineAt: (offset: number) => number,
  expected: DocumentName,
): Parsed<JsonDocument> {
  const other = otherDocument(content, [expected]);
  if (other !== null) return refused(other);
  try {
    return { value: parseJson(content, { depth }) };
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      return refused(`cannot be used: line ${lineAt(error.offset)} is not JSON (${error.problem})`);
    if (error instanceof JsonTooComplexError) return refused(`is ${error.message}`);
    throw error;
  }
}
