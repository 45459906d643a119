// `parse` only, so that it prints nothing and touches no environment.
import { parse } from 'dotenv';

const head = '# Settings of entity-config-conformance, written by `conformance init`.';

const quotes = ['', "'", '"', '`'] as const;

/** Read back as something else by a shell that sources the file, so such a value is put in quotes. */
const needsQuotes = /[^\w@%+=:,./-]/;

/**
 * One line of a `.env` file, in the first form that the parser of such files reads back as the same value: plain, then
 * in one of three kinds of quotes. The parser undoes no escapes, so a value with all three kinds in it has no form.
 * @returns null when there is none
 */
export function envLine(name: string, value: string): string | null {
  const usual = quotes.filter((quote) => quote === '' || !value.includes(quote));
  const forms = usual.map((quote) => `${name}=${quote}${value}${quote}`);
  const usable = needsQuotes.test(value) ? forms.slice(1) : forms;
  return usable.find((line) => parse(line)[name] === value && !/[\r\n]/.test(line)) ?? null;
}

/** The lines of a `.env` file, or the names of the values that no such file can express. */
export function envLines(
  values: ReadonlyMap<string, string>,
): { readonly lines: readonly string[] } | { readonly impossible: readonly string[] } {
  const made = [...values].map(([name, value]) => ({ name, line: envLine(name, value) }));
  const impossible = made.filter(({ line }) => line === null).map(({ name }) => name);
  return impossible.length > 0 ? { impossible } : { lines: made.flatMap(({ line }) => line ?? []) };
}

/** A new `.env` file. */
export function envText(lines: readonly string[]): string {
  return [head, ...lines, ''].join('\n');
}
