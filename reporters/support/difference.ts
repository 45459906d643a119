/** A run of text; `differs` where the answer is not what was expected. */
export interface Compared {
  readonly text: string;
  readonly differs: boolean;
}

/** Expected and actual, each in runs, with what differs between them marked. */
export interface Difference {
  readonly expected: readonly Compared[];
  readonly actual: readonly Compared[];
}

/** Beyond this, a value is marked as a whole: nobody reads such a text letter by letter. */
const longest = 2_000;

/** A JSON value in front of what explains it (`"a", the name that was sent`), or behind the word `exactly`. */
const givenValue = /^(exactly )?("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)(?=,|$)/;
const masks = /YYYY-MM-DD HH:MM:SS|YYYY-MM-DD/;
const maskDigit = /[YMDHS]/;

/**
 * What of a value differs from what was expected: character by character where the expectation is a value or a form of
 * text, the quotes where only they make a number or a boolean a text, and otherwise all of it.
 */
export function differenceOf(expected: string, actual: string): Difference {
  const whole = { expected: [same(expected)], actual: [{ text: actual, differs: true }] };
  if (expected.length > longest || actual.length > longest) return whole;
  const value = givenValue.exec(expected);
  if (value?.[2] !== undefined) return betweenValues(value[2], expected, value[1] ?? '', actual);
  const wrong = wrongCharacters(expected, actual);
  return wrong === null || !wrong.includes(true) ? whole : { ...whole, actual: runs(actual, wrong) };
}

function same(text: string): Compared {
  return { text, differs: false };
}

/** What is between the common beginning and the common end of two values. */
function betweenValues(value: string, expected: string, before: string, actual: string): Difference {
  const [wanted, found] = [Array.from(value), Array.from(actual)];
  const most = Math.min(wanted.length, found.length);
  let from = 0;
  while (from < most && wanted[from] === found[from]) from += 1;
  let end = 0;
  while (end < most - from && wanted.at(-1 - end) === found.at(-1 - end)) end += 1;
  const parts = (characters: readonly string[]): readonly Compared[] => [
    same(characters.slice(0, from).join('')),
    { text: characters.slice(from, characters.length - end).join(''), differs: true },
    same(characters.slice(characters.length - end).join('')),
  ];
  const after = expected.slice(before.length + value.length);
  return {
    expected: filled([same(before), ...parts(wanted), same(after)]),
    actual: filled(parts(found)),
  };
}

function filled(parts: readonly Compared[]): readonly Compared[] {
  return parts.filter(({ text }) => text !== '');
}

/** Which UTF-16 units of a text break the expectation; null where no rule of ours says it. */
function wrongCharacters(expected: string, actual: string): readonly boolean[] | null {
  const [mask] = masks.exec(expected) ?? [];
  const isText = actual.length > 1 && actual.startsWith('"') && actual.endsWith('"');
  if (!isText) return null;
  const inner = actual.slice(1, -1);
  const quoted = (wrong: readonly boolean[]) => [false, ...wrong, false];
  if (mask !== undefined && !expected.includes(' or '))
    return quoted(inner.split('').map((character, at) => !fits(character, mask[at])));
  if (expected.includes('lower-case hexadecimal'))
    return quoted(inner.split('').map((character, at) => at >= 32 || !/[0-9a-f]/.test(character)));
  const isBare = /^(?:-?\d[\d.]*|true|false|null)$/.test(inner);
  return isBare && /^(?:an integer|a boolean)$/.test(expected)
    ? [true, ...inner.split('').map(() => false), true]
    : null;
}

function fits(character: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return false;
  return maskDigit.test(wanted) ? /\d/.test(character) : character === wanted;
}

/** Neighbours that are marked alike become one run. */
function runs(text: string, wrong: readonly boolean[]): readonly Compared[] {
  const found: Compared[] = [];
  for (const [at, character] of text.split('').entries()) {
    const last = found.at(-1);
    const differs = wrong[at] === true;
    if (last?.differs === differs) found[found.length - 1] = { text: last.text + character, differs };
    else found.push({ text: character, differs });
  }
  return found;
}
