import { cpus } from 'node:os';

/** A Markdown table that reads as it is; every column but the first is flush right. */
export function table(header, rows) {
  const cells = [header, ...rows].map((row) => row.map(String));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const padded = (text, column) =>
    column === 0 ? text.padEnd(widths[column]) : text.padStart(widths[column]);
  const line = (row) => `| ${row.map(padded).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(cells[0]), line(rule), ...cells.slice(1).map(line)].join('\n');
}

export function milliseconds(value) {
  return value.toFixed(0);
}

export function machine() {
  const { model } = cpus()[0];
  return `Node.js ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${model}`;
}
