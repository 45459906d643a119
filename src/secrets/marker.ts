/** Half-open range of offsets, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What a marker begins with. */
export const opener = '[masked: ';

/** What replaces a value that was masked: inert in JSON, XML, HTML, Markdown and a quoted shell word. */
export function marker(name: string): string {
  return `${opener}${name.replaceAll(/[^A-Za-z0-9 _.-]/g, '-')}]`;
}

/** A range of a text, and what replaces it. */
export interface Replacement extends Range {
  readonly replacement: string;
}

/** Applies edits, which are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly Replacement[]): string {
  let copied = 0;
  const parts = edits.map(({ start, end, replacement }) => {
    const part = text.slice(copied, start) + replacement;
    copied = end;
    return part;
  });
  return parts.join('') + text.slice(copied);
}

/** Replaces named ranges, which are in order and do not overlap, by markers. */
export function maskRanges(text: string, ranges: readonly (Range & { readonly name: string })[]): string {
  return applyEdits(
    text,
    ranges.map(({ start, end, name }) => ({ start, end, replacement: marker(name) })),
  );
}
