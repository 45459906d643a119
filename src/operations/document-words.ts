import { contract } from './index.ts';

/** What occurs in responses in addition to the words of the document. */
const further = ['true', 'false', 'null', 'success', 'application/json'];

/** Shorter numbers occur in honest text by chance, in times and identifiers: `2026`, `10.0.0`. */
const shortestNumber = 8;
const number = /^[\d.,:/ -]+$/;

/** Every documented name and statement, in lower case. */
const vocabulary = [...further, ...contract.requirements.flatMap(({ id, statement }) => [id, statement])]
  .join('\n')
  .toLowerCase();

/** Whether a text is a word of the document, a part of one, or a short number: it occurs in honest texts anyway. */
export function isDocumented(text: string): boolean {
  const isShort = text.length < shortestNumber && number.test(text);
  return isShort || vocabulary.includes(text.toLowerCase());
}
