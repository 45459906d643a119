import { createHash } from 'node:crypto';
import { isPlainObject } from '../json/plain.ts';

/** As RFC 8785 writes JSON: keys in the order of their code units. */
function inOrder(_key: string, value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** SHA-256 of a JSON value, hexadecimal: the order of keys does not count. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, inOrder)).digest('hex');
}
