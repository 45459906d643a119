import type { JsonType } from '../model/json.ts';
import { numberText } from './decimal.ts';

/** The JSON type of a value. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return numberText(value) === null ? (typeof value as 'object' | 'string' | 'boolean') : 'number';
}

/** A type of JSON Schema as people read it: `an object`, `a string`, `null`. */
export function typePhrase(type: string): string {
  if (type === 'null') return type;
  return `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** `a JSON array`, `null`. */
export function jsonTypePhrase(type: JsonType): string {
  return type === 'null' ? type : `a JSON ${type}`;
}
