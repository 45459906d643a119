import { isPlainObject } from '../json/plain.ts';
import type { ReadBody, ReadExchange } from '../model/reading.ts';
import { bytesNotRecorded } from '../reading/skipped.ts';
import { cut } from '../text/cut.ts';
import { evidenceLimit, type Noted, type Shown } from './noted.ts';
import type { Plan } from './plan.ts';
import { notServed } from './refusals.ts';

export type JsonBody = Extract<ReadBody, { kind: 'json' }>;

const jsonObject = 'one JSON object in valid UTF-8';

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a JSON array';
  if (isPlainObject(value)) return 'a JSON object';
  return `a JSON ${typeof value === 'object' ? 'number' : typeof value}`;
}

/** A response that is judged in full, whoever asked: one that means success, or 2xx with JSON that is not an object. */
export function judgedOf({ content, meaning }: ReadExchange): JsonBody | null {
  const isJudged = meaning === 'success' || meaning === 'no-object';
  return isJudged && content?.kind === 'json' ? content : null;
}

export function isRequestIdMasked(masked: ReadonlySet<string>): boolean {
  return masked.has('/requestId') || masked.has('');
}

/** The requestId that can be compared with those of other responses. */
export function requestIdOf({ json }: JsonBody, masked: ReadonlySet<string>): string | null {
  if (isRequestIdMasked(masked)) return null;
  const value = json.member('requestId');
  return typeof value === 'string' ? value : null;
}

/**
 * What a response as a whole says: that it is one JSON object, without a byte order mark, and without keys that occur twice.
 * @param isParsed whether it was recorded as a value, not as it was written
 */
export function noteWhole({ whole }: Plan, noted: Noted, content: JsonBody, isParsed: boolean): void {
  const { json, byteOrderMark } = content;
  const isObject = isPlainObject(json.value);
  const [object, mark, keys] = [whole.get('json'), whole.get('byte-order-mark'), whole.get('unique-keys')];
  // A value that is not an object is a deviation, whatever its bytes.
  if (isParsed)
    for (const at of isObject ? [object, mark, keys] : [mark, keys])
      if (at !== undefined) noted.skip(at, bytesNotRecorded);
  if (object !== undefined && !(isParsed && isObject))
    noted.judge(object, isObject, () => shown(jsonObject, typeName(json.value)));
  if (mark !== undefined && !isParsed)
    noted.judge(mark, !byteOrderMark, () =>
      shown('no byte order mark', byteOrderMark ? 'U+FEFF before the JSON value' : 'none'),
    );
  if (keys !== undefined && !isParsed) noteKeys(keys, noted, json.duplicateKeys);
}

function shown(expected: string, actual: string, pointer = ''): Shown {
  return { pointer, expected, actual };
}

function noteKeys(at: number, noted: Noted, duplicates: readonly string[]): void {
  const expected = 'each key once in its object';
  if (duplicates.length === 0) noted.judge(at, true, () => shown(expected, 'no key appears twice'));
  // Pointers may be as long as the body: only those that evidence lists are written out.
  for (const [position, pointer] of duplicates.entries())
    noted.judge(at, false, () =>
      shown(expected, 'a key that appears more than once', position < evidenceLimit ? cut(pointer) : ''),
    );
}

/** `:json` on a 2xx without a JSON value. */
export function unreadableShown({ content }: ReadExchange): Shown {
  return shown(jsonObject, content !== null && 'problem' in content ? content.problem : 'no body');
}

/** `status 401`, or how the request ended without one. */
export function described({ exchange: { response, failure } }: ReadExchange): string {
  const status = (response ?? failure?.head)?.status;
  return status === undefined ? (failure?.message ?? 'no response') : `status ${status}`;
}

/** How a response shows that its request was carried out. */
function servedBy({ signs }: ReadExchange): string {
  if (signs.word) return ' and the status success in the body';
  return signs.record ? ' with a record' : ', which says that the request was carried out';
}

/** An unauthorised request that was served, and what follows from it for whoever runs the service. */
export function servedShown(read: ReadExchange): Shown {
  const consequence = read.exchange.credentials === 'none' ? 'no token is needed' : 'any token is accepted';
  return shown(notServed, `accepted: ${described(read)}${servedBy(read)}, so ${consequence}`);
}
