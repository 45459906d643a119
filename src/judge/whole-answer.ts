import type { Requirement } from '../model/requirement.ts';
import type { ReadExchange } from '../target/meaning.ts';
import { cut, evidenceLimit } from './evidence.ts';
import type { JudgedAnswer } from './judged-run.ts';
import { notExercised, type SpotVerdict, verdictOf } from './verdicts.ts';

const jsonObject = 'one JSON object in valid UTF-8';

/** `:json` on an answer that is JSON. */
export function jsonVerdict({ document }: JudgedAnswer): SpotVerdict {
  const { root } = document;
  const article = root.type === 'array' ? 'an' : 'a';
  return verdictOf(
    root.type === 'object',
    '',
    jsonObject,
    root.type === 'null' ? 'null' : `${article} JSON ${root.type}`,
  );
}

/** `:json` on a 2xx without a JSON value. */
export function unreadableVerdict({ answer }: ReadExchange): SpotVerdict {
  return verdictOf(
    false,
    '',
    jsonObject,
    answer !== null && 'problem' in answer ? answer.problem : 'no body',
  );
}

export function byteOrderMarkVerdict({ byteOrderMark }: JudgedAnswer): SpotVerdict {
  return verdictOf(
    !byteOrderMark,
    '',
    'no byte order mark',
    byteOrderMark ? 'U+FEFF before the JSON value' : 'none',
  );
}

/** Pointers may be as long as the body: only those that evidence lists are written out. */
export function uniqueKeysVerdicts({ document }: JudgedAnswer): readonly SpotVerdict[] {
  const expected = 'each key once in its object';
  const { duplicateKeys } = document;
  if (duplicateKeys.length === 0) return [verdictOf(true, '', expected, 'no key stands twice')];
  return duplicateKeys.map((pointer, at) =>
    verdictOf(false, at < evidenceLimit ? cut(pointer) : '', expected, 'a key that stands more than once'),
  );
}

/** `.requestId:uniqueness`: among the answers of the run that are judged, of either operation. */
export function uniquenessVerdict(
  requirement: Requirement,
  answer: JudgedAnswer,
  all: readonly JudgedAnswer[],
): SpotVerdict {
  const own = requestId(answer);
  if (own === null) return notExercised('the answer has no requestId in the form of a string');
  const others = all.filter((other) => other !== answer && requestId(other) !== null);
  if (others.length === 0) return notExercised('no other answer of the run has a requestId to compare with');
  const same = others.find((other) => requestId(other) === own);
  const actual = cut(JSON.stringify(own));
  return verdictOf(
    same === undefined,
    requirement.place ?? '',
    'a requestId that no other answer of the run has',
    same === undefined ? actual : `${actual}, as in exchange ${same.exchange.id}`,
  );
}

function requestId({ document, masked }: JudgedAnswer): string | null {
  if (document.root.type !== 'object' || masked.has('/requestId') || masked.has('')) return null;
  const node = document.root.members.get('requestId');
  return node?.type === 'string' ? node.value : null;
}
