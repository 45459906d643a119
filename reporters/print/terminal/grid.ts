import { centred, padded, widthOf } from '../../../src/text/layout.ts';

/**
 * Lines of columns, each as wide as its widest cell, a space between them, nothing at the end of a line. The first
 * column is aligned to the left, the others are centred. Cells may be painted; wide characters count twice.
 * @param rows of equal length
 */
export function grid(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((text, column) => (column === 0 ? padded : centred)(text, widths[column] ?? 0))
      .join(' ')
      .trimEnd(),
  );
}
