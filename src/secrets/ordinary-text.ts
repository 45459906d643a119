import type { Requirement } from '../model/requirement.ts';
import ownWords from './own-words.json' with { type: 'json' };

/** What of a contract gives its words. */
export interface Worded {
  readonly requirements: readonly Requirement[];
}

/** What occurs in responses in addition to the words of the document. */
const further = ['true', 'false', 'null', 'success', 'application/json'];

/** Shorter numbers occur in honest text by chance, in times and identifiers: `2026`, `10.0.0`. */
const shortestNumber = 8;
const number = /^[\d.,:/ -]+$/;

const known = new WeakMap<Worded, string>();

/** Every documented name and statement, in lower case; made when it is first asked for. */
function vocabulary(contract: Worded): string {
  const made =
    known.get(contract) ??
    [...further, ...contract.requirements.flatMap(({ id, statement }) => [id, statement])]
      .join('\n')
      .toLowerCase();
  known.set(contract, made);
  return made;
}

/** Whether a text is a word of the document, a part of one, or a short number: it occurs in honest texts anyway. */
export function isDocumented(text: string, contract: Worded): boolean {
  const isShort = text.length < shortestNumber && number.test(text);
  return isShort || vocabulary(contract).includes(text.toLowerCase());
}

const formats = ownWords.join('\n');

/**
 * Whether a text is a word that our formats or the recording are made of, or a part of one: to mask it would break
 * them. It may still be a secret, of a header or a proxy, and is masked in what a service says.
 */
export function isOwnWord(text: string): boolean {
  return formats.includes(text.toLowerCase());
}
