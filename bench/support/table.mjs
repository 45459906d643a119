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

/** What a reader of the tables needs to know about the runs behind them. */
export function circumstances(rounds) {
  const { model } = cpus()[0];
  const machine = `${process.platform} ${process.arch}, ${cpus().length} × ${model}`;
  return `${rounds} rounds, Node.js ${process.version}, ${machine}`;
}
