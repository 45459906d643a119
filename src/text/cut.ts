import { createHash } from 'node:crypto';

/** Characters of a value that evidence shows. */
const valueLimit = 400;

/** The first characters of a text, up to a limit; does not split a surrogate pair or an escape of a JSON Pointer. */
function beginning(text: string, limit: number): string {
  const parts = /[\ud800-\udbff][\udc00-\udfff]|~[01]/.test(text.slice(limit - 1, limit + 1));
  return text.slice(0, parts ? limit - 1 : limit);
}

/** Cuts a long text, and adds its length and a SHA-256 by which it can be recognised. */
export function cut(text: string, limit = valueLimit): string {
  if (text.length <= limit) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${beginning(text, limit)}… (${text.length} characters, sha256 ${hash}…)`;
}
