import { requirements } from '../contract/requirements.ts';

/** What stands in answers besides the words of the document. */
const further = ['true', 'false', 'null', 'success', 'application/json'];

/** Shorter numbers stand in honest text by chance, in times and identifiers: `2026`, `10.0.0`. */
const shortestNumber = 8;
const number = /^[\d.,:/ -]+$/;

let known: string | undefined;

/** Every documented name and statement, in lower case; made when it is first asked for. */
function vocabulary(): string {
  known ??= [...further, ...requirements.flatMap(({ id, statement }) => [id, statement])]
    .join('\n')
    .toLowerCase();
  return known;
}

/**
 * Whether a text is a word of the document, a part of one, or a short number. Headers carry such values
 * (`X-Tenant: data`, `X-Api-Version: 2026`); to mask them would take documented fields out of every answer.
 */
export function isOrdinary(text: string): boolean {
  const isShort = text.length < shortestNumber && number.test(text);
  return isShort || vocabulary().includes(text.toLowerCase());
}
