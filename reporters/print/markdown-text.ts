import { clipped, markdownCode, markdownText, visible } from '../../src/text/escape.ts';

/** Characters of one expected or actual value, and of one sentence. */
const longestValue = 200;
export const longestSentence = 500;

/** Prose in a line of Markdown, cut where it is long. */
export function text(sentence: string): string {
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
