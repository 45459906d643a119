import type { Span } from '../model/json.ts';

/** What a marker begins with. */
export const opener = '[masked: ';

/** What replaces a value that was masked: inert in JSON, XML, HTML, Markdown and a quoted shell word. */
export function marker(name: string): string {
  return `${opener}${name.replaceAll(/[^A-Za-z0-9 _.-]/g, '-')}]`;
}

/** Replaces ranges of a text, which are in order and do not overlap. */
export function applyEdits(
  text: string,
  edits: readonly (Span & { readonly replacement: string })[],
): string {
  let copied = 0;
  const parts = edits.map(({ start, end, replacement }) => {
    const part = text.slice(copied, start) + replacement;
    copied = end;
    return part;
  });
  return parts.join('') + text.slice(copied);
}

/** The same with markers. */
export function maskRanges(text: string, ranges: readonly (Span & { readonly name: string })[]): string {
  return applyEdits(
    text,
    ranges.map(({ name, ...range }) => ({ ...range, replacement: marker(name) })),
  );
}
