import type { Header } from '../model/exchange.ts';
import type { Requirement } from '../model/requirement.ts';
import ownWords from './own-words.json' with { type: 'json' };
import { sensitiveKind } from './sensitive-names.ts';

/** What of a contract gives its words. */
export interface Worded {
  readonly requirements: readonly Requirement[];
}

/** What occurs in answers in addition to the words of the document. */
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

/** A number or a version has fewer digits than the shortest keys that are made of digits alone. */
export const mostDigits = 15;
const numberOrVersion = /^[vV+-]?\d+(?:[.,:/ -]\d+)*$/;

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?$/;
/** RFC 9110 section 5.6.7. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Random letters that are long enough for a key mix upper and lower case, or are longer than this. */
export const longestWords = 24;
const words = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)(?:[-_ ./](?:[a-z]+|[A-Z]+|[A-Z][a-z]+))*$/;

function isNumber(text: string): boolean {
  return numberOrVersion.test(text) && text.replaceAll(/\D/g, '').length <= mostDigits;
}

/**
 * Whether a header's value says nothing that is worth hiding: `X-Api-Version: 2024-01-02`, `X-Region: eu-west`. To mask
 * it would take documented fields out of every answer. Under a name that says "secret", every value is worth hiding.
 */
export function isOrdinaryHeader([name, value]: Header): boolean {
  if (sensitiveKind(name) !== undefined) return false;
  const isDate = rfc3339.test(value) || httpDate.test(value);
  return isDate || isNumber(value) || (value.length <= longestWords && words.test(value));
}
