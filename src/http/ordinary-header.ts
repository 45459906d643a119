import type { Header } from '../model/exchange.ts';
import { sensitiveKind } from '../secrets/sensitive-names.ts';

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
 * it would take documented fields out of every response. Under a name that says "secret", every value is worth hiding.
 */
export function isOrdinaryHeader([name, value]: Header): boolean {
  if (sensitiveKind(name) !== undefined) return false;
  const isDate = rfc3339.test(value) || httpDate.test(value);
  return isDate || isNumber(value) || (value.length <= longestWords && words.test(value));
}
