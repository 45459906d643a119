import type { ErrorObject, ValidateFunction } from 'ajv';
import { typePhrase } from '../json/types.ts';
import { clipped, visible } from '../text/escape.ts';

/** Characters of a name or a value in a message about a file. */
const longestQuote = 200;

/** A part of a file in a message: on one line, and short. */
export function quoted(text: string): string {
  return visible(clipped(text, longestQuote));
}

function expectation({ keyword, params, message = 'is not valid' }: ErrorObject): string {
  const { allowedValues, allowedValue, additionalProperty, type, limit } = params as Readonly<
    Record<string, unknown>
  >;
  if (keyword === 'type') return `must be ${[type].flat().map(String).map(typePhrase).join(' or ')}`;
  if (keyword === 'maxItems') return `must have ${limit} elements at most`;
  if (keyword === 'enum') return `must be one of ${(allowedValues as readonly unknown[]).join(', ')}`;
  if (keyword === 'const') return `must be ${JSON.stringify(allowedValue)}`;
  if (keyword === 'additionalProperties')
    return `has a member that it should not have, ${additionalProperty}`;
  return message;
}

/**
 * @param above JSON Pointer of the value in its file
 * @returns where a value is not as its schema says, and what was expected there; null for one that is
 */
export function problemWith(value: unknown, validate: ValidateFunction, above = ''): string | null {
  if (validate(value)) return null;
  const [error] = validate.errors ?? [];
  if (error === undefined) return 'it does not match its schema';
  const place = quoted(above + error.instancePath) || 'its root';
  return `${place} ${quoted(expectation(error))}`;
}
