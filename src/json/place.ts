import type { Span } from '../model/json.ts';
import { isPlainObject, memberOf } from './plain.ts';

/**
 * Places in JSON: JSON Pointers (RFC 6901), and paths of names in which `*` stands for each element of an array. On the
 * way to one value, each `*` takes the next of some positions.
 */

/** Escapes one reference token of a JSON Pointer (RFC 6901 section 3). */
export function pointerToken(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

/** The keys and indexes of a JSON Pointer, in order; none for the root. */
export function pointerKeys(pointer: string): readonly string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer of a place at certain positions. Its names need no escapes. */
export function pointerAt(place: string, positions: readonly number[]): string {
  if (!place.includes('*')) return place;
  let used = 0;
  return place.replaceAll('*', () => {
    used += 1;
    return String(positions[used - 1] ?? '-');
  });
}

type Path = readonly string[];

/** The value at a place; undefined for none. */
export function valueAt(root: unknown, path: Path, positions: readonly number[]): unknown {
  let [value, used] = [root, 0];
  for (const name of path)
    if (name !== '*') value = memberOf(value, name);
    else {
      value = Array.isArray(value) ? value[positions[used] ?? -1] : undefined;
      used += 1;
    }
  return value;
}

/** The same with the first element for each `*`. */
export function firstAt(root: unknown, path: Path): unknown {
  const positions = path.map(() => 0);
  return valueAt(root, path, positions);
}

/** The value at a JSON Pointer; undefined for none. */
export function valueAtPointer(root: unknown, pointer: string): unknown {
  const below = (value: unknown, key: string) =>
    Array.isArray(value) ? value[Number(key)] : memberOf(value, key);
  return pointerKeys(pointer).reduce<unknown>(below, root);
}

/** Where the value at a JSON Pointer is, or the nearest one around it that there is. */
export function nearestSpan(spans: ReadonlyMap<string, Span>, pointer: string): Span {
  const found = spans.get(pointer);
  if (found !== undefined || pointer === '') return found ?? { start: 0, end: 0 };
  return nearestSpan(spans, pointer.slice(0, pointer.lastIndexOf('/')));
}

const noPositions: readonly number[] = [];

/** Visits the values at a place, each with the positions of the elements that it is in. */
export function eachAt(
  value: unknown,
  path: Path,
  visit: (value: unknown, positions: readonly number[]) => void,
  positions: readonly number[] = noPositions,
  depth = 0,
): void {
  const name = path[depth];
  if (value === undefined) return;
  if (name === undefined) visit(value, positions);
  else if (name !== '*') eachAt(memberOf(value, name), path, visit, positions, depth + 1);
  else if (Array.isArray(value))
    for (let at = 0; at < value.length; at += 1)
      eachAt(value[at], path, visit, [...positions, at], depth + 1);
}

/** A value with another one at a place, in each element for `*`, in one for its index; undefined leaves a member out. */
export function changedAt(
  value: unknown,
  [name, ...rest]: Path,
  change: (value: unknown) => unknown,
): unknown {
  if (name === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, at) =>
      name === '*' || name === String(at) ? changedAt(item, rest, change) : item,
    );
  if (!isPlainObject(value)) return value;
  const member = changedAt(memberOf(value, name), rest, change);
  if (member !== undefined) return { ...value, [name]: member };
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
