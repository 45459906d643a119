import type { CheckKeywords } from '../../schemas/types.ts';
import type { SeenDeviation } from './rows.ts';

/** A run of text; `differs` where the answer is not what was expected. */
export interface MarkedRun {
  readonly text: string;
  readonly differs: boolean;
}

/** Expected and actual, each in runs, with what differs between them marked. */
type MarkedPair = Readonly<Record<'expected' | 'actual', readonly MarkedRun[]>>;

/** Forms of text by their names, a letter for each character: a digit of a moment, or one of an identifier. */
const forms: Readonly<Record<string, string>> = {
  date: 'YYYY-MM-DD',
  'local-date-time': 'YYYY-MM-DD HH:MM:SS',
  'hex-identifier': 'x'.repeat(32),
};

/** A number, boolean or null in quotes. */
const bare = /^(?:-?\d[\d.]*|true|false|null)$/;

/**
 * What of a value differs from what was expected: character by character where the expectation is a value or a form of
 * text, the quotes where only they make a number or a boolean a text, and otherwise all of it.
 */
export function differenceOf(
  { expected, actual, wanted }: Pick<SeenDeviation, 'expected' | 'actual' | 'wanted'>,
  check: CheckKeywords = {},
): MarkedPair {
  if (wanted !== undefined) return betweenValues(wanted, expected, actual);
  const wrong = wrongCharacters(check, actual);
  const isPart = wrong?.includes(true) === true;
  return { expected: [run(expected)], actual: isPart ? runs(actual, wrong) : [run(actual, true)] };
}

function run(text: string, differs = false): MarkedRun {
  return { text, differs };
}

/** What is between the common beginning and the common end of two values. */
function betweenValues(value: string, expected: string, actual: string): MarkedPair {
  const [wanted, found] = [Array.from(value), Array.from(actual)];
  const most = Math.min(wanted.length, found.length);
  let from = 0;
  while (from < most && wanted[from] === found[from]) from += 1;
  let end = 0;
  while (end < most - from && wanted.at(-1 - end) === found.at(-1 - end)) end += 1;
  const parts = (characters: readonly string[]) => {
    const last = characters.length - end;
    const [before, between, after] = [
      characters.slice(0, from),
      characters.slice(from, last),
      characters.slice(last),
    ].map((some) => some.join(''));
    return [run(before ?? ''), run(between ?? '', true), run(after ?? '')].filter(({ text }) => text !== '');
  };
  // The value stands within a sentence.
  const [lead = '', ...rest] = expected.split(value);
  const said = [run(lead), ...parts(wanted), run(rest.join(value))].filter(({ text }) => text !== '');
  return { expected: rest.length === 0 ? [run(expected)] : said, actual: parts(found) };
}

/** Which UTF-16 units of a text break the expectation; null where no rule of ours says it. */
function wrongCharacters({ type, format = '' }: CheckKeywords, actual: string): readonly boolean[] | null {
  const [, inner = null] = /^"(.*)"$/s.exec(actual) ?? [];
  if (inner === null) return null;
  const units = inner.split('');
  const form = forms[format];
  if (form !== undefined) return [false, ...units.map((unit, at) => !fits(unit, form.charAt(at))), false];
  const isOnlyQuoted = (type === 'integer' || type === 'boolean') && bare.test(inner);
  return isOnlyQuoted ? [true, ...units.map(() => false), true] : null;
}

function fits(unit: string, letter: string): boolean {
  if (letter === 'x') return /[0-9a-f]/.test(unit);
  return /[YMDHS]/.test(letter) ? /\d/.test(unit) : unit === letter;
}

/** Neighbours that are marked alike become one run. */
function runs(text: string, wrong: readonly boolean[]): readonly MarkedRun[] {
  const starts = wrong.flatMap((differs, at) => (differs === wrong[at - 1] ? [] : [at]));
  return starts.map((from, at) => run(text.slice(from, starts[at + 1]), wrong[from]));
}
