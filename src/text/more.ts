import { plural } from './plural.ts';

/** `1,200`. */
export function numbered(count: number): string {
  // As toLocaleString('en') writes a whole number, without loading data of ICU for it.
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `10 of 14`, of a list that shows a part; the number alone where it shows all. */
export function ofAll(shown: number, all: number): string {
  return shown === all ? numbered(all) : `${numbered(shown)} of ${numbered(all)}`;
}

/**
 * What a list leaves out: `and 3 more`, `and 1 more place`. Only a total is a number: a list of which a sample is kept
 * ends in `and others`.
 * @param left how many of all are not shown; null where that is not known
 * @returns '' where nothing is left out
 */
export function andMore(left: number | null, noun?: string): string {
  if (left === null) return 'and others';
  if (left <= 0) return '';
  return noun === undefined ? `and ${numbered(left)} more` : `and ${plural(left, `more ${noun}`)}`;
}

/**
 * The same with the file that holds them: `and 57 more, 2 of them in report.json`.
 * @param held how many of those left out the file holds
 * @param file null where it is not written
 */
export function andMoreIn(left: number | null, held: number, file: string | null, noun?: string): string {
  const words = andMore(left, noun);
  if (words === '' || held === 0 || file === null) return words;
  return left !== null && held >= left
    ? `${words}, see ${file}`
    : `${words}, ${numbered(held)} of them in ${file}`;
}

/** `a, b, c and 3 more`. @param isSample whether there may be more names than these */
export function firstOf(names: readonly string[], most: number, isSample = false): string {
  const left = names.length - most;
  const rest = left > 0 ? ` ${andMore(isSample ? null : left)}` : '';
  return names.slice(0, most).join(', ') + rest;
}
