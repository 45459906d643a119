import { otherDocument } from '../model/documents.ts';
import type { ReadJson } from '../model/json.ts';
import type { Parsed } from '../model/setting.ts';
import { JsonSyntaxError, JsonTooComplexError } from './json.ts';
import { JsonText } from './text.ts';

/** A file of an operator in JSON. Its problems continue "names FILE, which …". */

/** More levels than such a file needs. */
const usualDepth = 16;

/** Finds the line, from 1, of an offset into a text. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

/** @param expected what it should be */
export function parseDocument(content: string, expected: string, depth = usualDepth): Parsed<ReadJson> {
  const other = otherDocument(content, [expected]);
  if (other !== null) return { problems: [other] };
  try {
    return { value: JsonText.parsed(content, { depth }) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      const line = lineFinder(content)(error.offset);
      return { problems: [`cannot be used: line ${line} is not JSON (${error.problem})`] };
    }
    if (error instanceof JsonTooComplexError) return { problems: [`cannot be used: ${error.message}`] };
    throw error;
  }
}
