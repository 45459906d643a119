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

/** Where in a file something is not as its schema says, as a JSON Pointer, and what was expected there. */
export interface Fault {
  readonly at: string;
  readonly problem: string;
}

/** @param above JSON Pointer of the value in its file @returns none for a value that is as its schema says */
export function faultsIn(value: unknown, validate: ValidateFunction, above = ''): readonly Fault[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => ({
    at: above + error.instancePath,
    problem: quoted(expectation(error)),
  }));
}

/** The first of them in words. */
export function problemWith(value: unknown, validate: ValidateFunction): string | null {
  const [fault] = faultsIn(value, validate);
  return fault === undefined ? null : `${quoted(fault.at) || 'its root'} ${fault.problem}`;
}
