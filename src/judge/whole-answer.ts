import { isPlainObject, memberOf } from '../json/plain.ts';
import type { Answer, ReadExchange } from '../model/answer.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ReadJson } from '../model/json.ts';
import type { Facet } from '../model/requirement.ts';
import { cut } from '../text/cut.ts';
import { evidenceLimit, type Noted, type Shown } from './noted.ts';
import type { Plan } from './plan.ts';
import { bytesNotRecorded } from './silence.ts';

type JsonAnswer = Extract<Answer, { kind: 'json' }>;

const jsonObject = 'one JSON object in valid UTF-8';

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an JSON array';
  if (isPlainObject(value)) return 'a JSON object';
  return `a JSON ${typeof value === 'object' ? 'number' : typeof value}`;
}

/** An answer that is judged in full, whoever asked: one that means success, or 2xx with JSON that is no object. */
export function judgedOf({ answer, meaning }: ReadExchange): JsonAnswer | null {
  const isJudged = meaning === 'success' || meaning === 'no-object';
  return isJudged && answer?.kind === 'json' ? answer : null;
}

/** What an answer as a whole says: that it is JSON, without a byte order mark, and without keys that occur twice. */
export function noteWhole({ whole }: Plan, noted: Noted, answer: JsonAnswer, { recorded }: Exchange): void {
  const isObject = isPlainObject(answer.json.value);
  const isParsed = recorded?.response.body === 'parsed';
  const note = (facet: Facet, write: (at: number) => void) => {
    const at = whole.get(facet);
    // A value that is no object is a deviation, whatever its bytes.
    if (at !== undefined && isParsed && (facet !== 'json' || isObject)) noted.silence(at, bytesNotRecorded);
    else if (at !== undefined) write(at);
  };
  note('json', (at) => noted.verdict(at, isObject, () => jsonShown(answer.json)));
  note('byte-order-mark', (at) => noted.verdict(at, !answer.byteOrderMark, () => markShown(answer)));
  note('unique-keys', (at) => noteKeys(at, noted, answer.json));
}

function jsonShown({ value }: ReadJson): Shown {
  return { pointer: '', expected: jsonObject, actual: typeName(value) };
}

function markShown({ byteOrderMark }: JsonAnswer): Shown {
  const actual = byteOrderMark ? 'U+FEFF before the JSON value' : 'none';
  return { pointer: '', expected: 'no byte order mark', actual };
}

function noteKeys(at: number, noted: Noted, { duplicateKeys }: ReadJson): void {
  const expected = 'each key once in its object';
  if (duplicateKeys.length === 0)
    noted.verdict(at, true, () => ({ pointer: '', expected, actual: 'no key stands twice' }));
  // Pointers may be as long as the body: only those that evidence lists are written out.
  for (const [position, pointer] of duplicateKeys.entries())
    noted.verdict(at, false, () => ({
      pointer: position < evidenceLimit ? cut(pointer) : '',
      expected,
      actual: 'a key that stands more than once',
    }));
}

/** `:json` on a 2xx without a JSON value. */
export function unreadableShown({ answer }: ReadExchange): Shown {
  const actual = answer !== null && 'problem' in answer ? answer.problem : 'no body';
  return { pointer: '', expected: jsonObject, actual };
}

/** The requestId that can be compared with those of other answers. */
export function requestIdOf({ json }: JsonAnswer, masked: ReadonlySet<string>): string | null {
  if (masked.has('/requestId') || masked.has('')) return null;
  const value = memberOf(json.value, 'requestId');
  return typeof value === 'string' ? value : null;
}
