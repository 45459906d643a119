import { slipProblem } from '../contract/identifiers.ts';
import { file } from '../kinds/files.ts';
import { refused, textKind } from '../kinds/setting.ts';
import type { Kind } from '../model/setting.ts';
import { isDocumented } from '../operations/document-words.ts';
import { isOwnWord } from '../secrets/ordinary-text.ts';

/** Where the access token comes from; a command is run by whoever sends, never here. */
export type TokenSource =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'command'; readonly command: string };

/** Shorter ones would be masked wherever their few characters happen to be. */
const shortest = 8;

/**
 * Why a text cannot be sent as an access token, or null. Wider than b64token (RFC 6750 section 2.1), as services
 * are: any visible ASCII. Continues "the token …" and never quotes it.
 */
export function tokenProblem(token: string): string | null {
  const slip = slipProblem(token);
  if (slip !== null) return slip;
  if (/[\r\n]/.test(token)) return 'holds a line break';
  if (/\s/.test(token)) return 'holds white space; set the token alone, without the word Bearer';
  if (/[^\x21-\x7e]/.test(token)) return 'holds a character that is not visible ASCII';
  if (token.length < shortest) return `is shorter than ${shortest} characters`;
  if (isDocumented(token) || isOwnWord(token))
    return 'is a word of the interface document or of the reports: to mask it would make them unreadable';
  return null;
}

/** A command's or a file's output as a token: the line breaks at its end are not part of it. */
export function withoutFinalLineBreaks(output: string): string {
  return output.replace(/[\r\n]+$/, '');
}

export const token = textKind(
  'TOKEN',
  `at least ${shortest} visible ASCII characters, without spaces`,
  (given) => {
    const problem = tokenProblem(given);
    const hint = /[\r\n]/.test(given) ? ' (one at the end is dropped only from a file)' : '';
    return problem && problem + hint;
  },
);

export const tokenFile: Kind<string> = file('a file that holds the token and nothing else', (content) => {
  const value = withoutFinalLineBreaks(content);
  const problem = tokenProblem(value);
  if (problem === null) return { value };
  return refused(`cannot be used: its content ${problem} (line breaks at its end are dropped)`);
});
