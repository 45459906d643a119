import type { ReadExchange } from '../model/answer.ts';
import type { JudgedAnswer } from './answer-judge.ts';
import { cut, evidenceLimit } from './evidence.ts';
import { type SpotVerdict, verdictOf } from './verdicts.ts';

const jsonObject = 'one JSON object in valid UTF-8';

/** `:json` on an answer that is JSON. */
export function jsonVerdict({ document }: JudgedAnswer): SpotVerdict {
  const { root } = document;
  const article = root.type === 'array' ? 'an' : 'a';
  return verdictOf(root.type === 'object', () => ({
    pointer: '',
    expected: jsonObject,
    actual: root.type === 'null' ? 'null' : `${article} JSON ${root.type}`,
  }));
}

/** `:json` on a 2xx without a JSON value. */
export function unreadableVerdict({ answer }: ReadExchange): SpotVerdict {
  return verdictOf(false, () => ({
    pointer: '',
    expected: jsonObject,
    actual: answer !== null && 'problem' in answer ? answer.problem : 'no body',
  }));
}

export function byteOrderMarkVerdict({ byteOrderMark }: JudgedAnswer): SpotVerdict {
  return verdictOf(!byteOrderMark, () => ({
    pointer: '',
    expected: 'no byte order mark',
    actual: byteOrderMark ? 'U+FEFF before the JSON value' : 'none',
  }));
}

export function uniqueKeysVerdicts({ document }: JudgedAnswer): readonly SpotVerdict[] {
  const expected = 'each key once in its object';
  const { duplicateKeys } = document;
  if (duplicateKeys.length === 0)
    return [verdictOf(true, () => ({ pointer: '', expected, actual: 'no key stands twice' }))];
  // Pointers may be as long as the body: only those that evidence lists are written out.
  return duplicateKeys.map((pointer, at) =>
    verdictOf(false, () => ({
      pointer: at < evidenceLimit ? cut(pointer) : '',
      expected,
      actual: 'a key that stands more than once',
    })),
  );
}

/** The requestId that can be compared with those of other answers. */
export function requestIdOf({ document, masked }: JudgedAnswer): string | null {
  if (document.root.type !== 'object' || masked.has('/requestId') || masked.has('')) return null;
  const node = document.root.members.get('requestId');
  return node?.type === 'string' ? node.value : null;
}
