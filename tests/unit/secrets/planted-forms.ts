import fc from 'fast-check';

/** A token as RFC 6750 allows it, or of any visible ASCII. */
export const tokens = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~+/-]{8,40}$/),
  fc.stringMatching(/^[!-~]{8,40}$/).filter((token) => !/^\d+$/.test(token)),
);

const hexOf = (character: string, length: number): string =>
  character.charCodeAt(0).toString(16).padStart(length, '0');

/** Writes each character by one of the ways given, chosen by the numbers. */
function mixed(token: string, choices: readonly number[], ways: readonly ((character: string) => string)[]) {
  return [...token]
    .map((character, at) => ways[(choices[at % choices.length] ?? 0) % ways.length]?.(character))
    .join('');
}

const percent = (character: string): string => `%${hexOf(character, 2)}`;
const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** A character that would be read as markup does not stand for itself. */
const htmlPlain = (character: string): string => named[character] ?? character;
const urlPlain = (character: string): string =>
  /[A-Za-z0-9._~-]/.test(character) ? character : percent(character);

export interface Forms {
  /** Plain characters that mean the token once they are decoded as the form says. */
  readonly text: readonly string[];
  /** What stands between the quotes of a JSON string: escapes are part of it. */
  readonly json: readonly string[];
}

/** Every form that a redactor must find, with the bytes around the token that an encoding was made with. */
export function formsOf(token: string, choices: readonly number[], before: string, after: string): Forms {
  const bytes = Buffer.from(token);
  const around = Buffer.from(before + token + after);
  const basic = Buffer.from(`user:${token}`).toString('base64');
  return {
    text: [
      token,
      token.toLowerCase(),
      token.toUpperCase(),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      around.toString('base64'),
      around.toString('base64url'),
      `Basic ${basic}`,
      `Bearer ${bytes.toString('base64')}`,
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      mixed(token, choices, [urlPlain, percent, (character) => percent(character).toUpperCase()]),
      mixed(token, choices, [
        htmlPlain,
        (character) => `&#${character.charCodeAt(0)};`,
        (character) => `&#x${hexOf(character, 2)};`,
        (character) => `&#X0000${hexOf(character, 2).toUpperCase()};`,
      ]),
      JSON.stringify(token).slice(1, -1),
      // Behind a space: `%A` before `0%2B` is read as an escape, and the rest is then no longer the whole.
      ` ${encodeURIComponent(around.toString('base64'))}`,
      ` ${bytes.toString('base64').replaceAll('/', '\\/')}`,
    ],
    json: [
      mixed(token, choices, [
        (character) => JSON.stringify(character).slice(1, -1),
        (character) => `\\u${hexOf(character, 4)}`,
        (character) => `\\u${hexOf(character, 4).toUpperCase()}`,
      ]),
      mixed(token, choices, [(character) => `\\u${hexOf(character, 4)}`]),
    ],
  };
}
