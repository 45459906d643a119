import { ExactNumber } from '../json/decimal.ts';
import { isPlainObject } from '../json/plain.ts';

/** Edits of a body in one place. Numbers that JavaScript would write in another way keep their digits. */

/** What becomes of a value; undefined leaves its member out. */
type ValueChange = (value: unknown) => unknown;

/**
 * A body with another value in one place, in each element where the path has `*`.
 * @param path names of members, and `*`
 */
export function changed(body: unknown, [step, ...rest]: readonly string[], change: ValueChange): unknown {
  if (step === undefined) return change(body);
  if (step === '*') return Array.isArray(body) ? body.map((item) => changed(item, rest, change)) : body;
  if (!isPlainObject(body)) return body;
  const member = changed(Object.hasOwn(body, step) ? body[step] : undefined, rest, change);
  if (member !== undefined) return { ...body, [step]: member };
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== step));
}

/** The first value in one place; undefined for none. */
export function valueIn(body: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return body;
  if (step === '*') return Array.isArray(body) ? valueIn(body[0], rest) : undefined;
  return isPlainObject(body) && Object.hasOwn(body, step) ? valueIn(body[step], rest) : undefined;
}

/** The JSON text of a value. */
export function written(value: unknown): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`);
  return `{${members.join(',')}}`;
}
