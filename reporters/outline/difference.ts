import type { CheckKeywords } from '../../schemas/types.ts';
import type { SeenDeviation } from './rows.ts';

/** A run of text; `differs` where the answer is not what was expected. */
export interface MarkedRun {
  readonly text: string;
  readonly differs: boolean;
}

/** Expected and actual, each in runs, with what differs between them marked. */
export interface MarkedPair {
  readonly expected: readonly MarkedRun[];
  readonly actual: readonly MarkedRun[];
}

/** Beyond this, a value is marked as a whole: nobody reads such a text letter by letter. */
const longest = 2_000;

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
  const whole = { expected: [run(expected)], actual: [run(actual, true)] };
  if (expected.length > longest || actual.length > longest) return whole;
  if (wanted !== undefined) return betweenValues(wanted, expected, actual);
  const wrong = wrongCharacters(check, actual);
  return wrong === null || !wrong.includes(true) ? whole : { ...whole, actual: runs(actual, wrong) };
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
  const parts = (characters: readonly string[], before = '', after = ''): readonly MarkedRun[] => {
    const last = characters.length - end;
    return [
      run(before),
      run(characters.slice(0, from).join('')),
      run(characters.slice(from, last).join(''), true),
      run(characters.slice(last).join('')),
      run(after),
    ].filter(({ text }) => text !== '');
  };
  const at = expected.indexOf(value);
  const around = [expected.slice(0, at), expected.slice(at + value.length)] as const;
  return { expected: at === -1 ? [run(expected)] : parts(wanted, ...around), actual: parts(found) };
}

/** Which UTF-16 units of a text break the expectation; null where no rule of ours says it. */
function wrongCharacters({ type, format = '' }: CheckKeywords, actual: string): readonly boolean[] | null {
  if (actual.length < 2 || !actual.startsWith('"') || !actual.endsWith('"')) return null;
  const inner = actual.slice(1, -1);
  const form = forms[format];
  if (form !== undefined)
    return [false, ...inner.split('').map((character, at) => !fits(character, form[at])), false];
  const isOnlyQuoted = (type === 'integer' || type === 'boolean') && bare.test(inner);
  return isOnlyQuoted ? [true, ...inner.split('').map(() => false), true] : null;
}

function fits(character: string, letter: string | undefined): boolean {
  if (letter === 'x') return /[0-9a-f]/.test(character);
  return letter !== undefined && /[YMDHS]/.test(letter) ? /\d/.test(character) : character === letter;
}

/** Neighbours that are marked alike become one run. */
function runs(text: string, wrong: readonly boolean[]): readonly MarkedRun[] {
  const starts = wrong.flatMap((differs, at) => (differs === wrong[at - 1] ? [] : [at]));
  return starts.map((from, at) => run(text.slice(from, starts[at + 1]), wrong[from]));
}
