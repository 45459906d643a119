import displayWidth from 'fast-string-width';

/** Text with spaces around it until it fills `width` cells of a terminal; an odd one goes to its right. */
function centred(text: string, width: number): string {
  const free = width - displayWidth(text);
  return ' '.repeat(Math.floor(free / 2)) + text + ' '.repeat(Math.ceil(free / 2));
}

function leftAligned(text: string, width: number): string {
  return text + ' '.repeat(width - displayWidth(text));
}

/**
 * Lines of columns, each as wide as its widest cell, a space between them, nothing at the end of a line. The first
 * column is aligned to the left, the others are centred. Cells may be painted; wide characters count twice.
 * @param rows of equal length
 */
export function grid(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((text, column) => (column === 0 ? leftAligned : centred)(text, widths[column] ?? 0))
      .join(' ')
      .trimEnd(),
  );
}
