import type { Requirement } from '../model/requirement.ts';

/** What of a contract gives its words. */
export interface Worded {
  readonly requirements: readonly Requirement[];
}

/** What stands in answers besides the words of the document. */
const further = ['true', 'false', 'null', 'success', 'application/json'];

/** Shorter numbers stand in honest text by chance, in times and identifiers: `2026`, `10.0.0`. */
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

/**
 * Whether a text is a word of the document, a part of one, or a short number. Headers carry such values
 * (`X-Tenant: data`, `X-Api-Version: 2026`); to mask them would take documented fields out of every answer.
 */
export function isOrdinary(text: string, contract: Worded): boolean {
  const isShort = text.length < shortestNumber && number.test(text);
  return isShort || vocabulary(contract).includes(text.toLowerCase());
}
