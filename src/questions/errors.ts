import { isPlainObject, memberOf } from '../json/plain.ts';
import { typeOf } from '../json/types.ts';
import { statusOf } from '../model/exchange.ts';
import type { Question } from '../model/question.ts';
import { chosen, setOfTexts } from './typed.ts';

/** What a service sends when it refuses a request. */

function keepsEnvelope(body: unknown): boolean {
  return typeof memberOf(body, 'status') === 'string' && typeof memberOf(body, 'requestId') === 'string';
}

function shapeWords(body: unknown): string {
  if (!isPlainObject(body)) return `a JSON ${typeOf(body)}`;
  const keys = Object.keys(body).join(', ') || 'no members';
  return `an object of ${keys} (${keepsEnvelope(body) ? 'status and requestId are kept' : 'not the envelope'})`;
}

/** What is answered; the status is beside it in words. */
const ofShape = 'shape';

export const errorQuestions: readonly Question[] = [
  {
    id: 'question.error.shape',
    section: '7',
    question: 'What is the shape of an error, and does it keep the envelope?',
    asks: 'passive',
    ...setOfTexts,
    shownBy: [ofShape],
    see: ({ exchange, meaning, content }) => {
      const status = statusOf(exchange);
      if (meaning !== 'refusal' || status === undefined || content?.kind === 'not-recorded') return null;
      if (content?.kind !== 'json') return [{ text: `${status} without a JSON body` }];
      const words = shapeWords(content.json.value);
      return [{ text: `${status} with ${words}` }, { part: ofShape, text: words }];
    },
  },
  {
    id: 'question.error.envelope',
    section: '7',
    question: 'Do errors keep status and requestId of the envelope?',
    asks: 'passive',
    ...chosen('kept', 'not-kept', 'differs'),
    onlyWhenSeen: true,
    see: ({ meaning, content }) => {
      if (meaning !== 'refusal' || content?.kind === 'not-recorded') return null;
      const isKept = content?.kind === 'json' && keepsEnvelope(content.json.value);
      return [{ text: isKept ? 'kept' : 'not-kept' }];
    },
    answer: ({ of }) => (of().length > 1 ? 'differs' : (of()[0]?.text ?? null)),
  },
];
