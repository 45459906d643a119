import { inferredSchema, mergedSchema } from '../answers/relations.ts';
import { isPlainObject, memberOf } from '../json/plain.ts';
import { typeOf } from '../json/types.ts';
import type { InferredSchema } from '../model/answer.ts';
import { statusOf } from '../model/exchange.ts';
import type { Question, Sighting } from '../model/question.ts';
import type { ReadExchange } from '../model/reading.ts';
import { counted } from './responses.ts';
import { chosen } from './typed.ts';

/** What a service sends when it refuses a request. */

/** Characters of the schema of one body, as text; of a larger one nothing is inferred. */
const longestSchema = 4_000;

function keepsEnvelope(body: unknown): boolean {
  return typeof memberOf(body, 'status') === 'string' && typeof memberOf(body, 'requestId') === 'string';
}

function shapeWords(body: unknown): string {
  if (!isPlainObject(body)) return `a JSON ${typeOf(body)}`;
  const keys = Object.keys(body).join(', ') || 'no members';
  return `an object of ${keys} (${keepsEnvelope(body) ? 'status and requestId are kept' : 'not the envelope'})`;
}

const ofSchema = 'schema';

function errorShape({ exchange, meaning, content }: ReadExchange): readonly Sighting[] {
  const status = statusOf(exchange);
  if (meaning !== 'refusal' || status === undefined || content?.kind === 'not-recorded') return [];
  if (content?.kind !== 'json') return [{ text: `${status} without a JSON body` }];
  const { value } = content.json;
  const schema = isPlainObject(value) ? JSON.stringify(inferredSchema(value)) : '';
  const isKept = schema !== '' && schema.length <= longestSchema;
  return [
    { text: `${status} with ${shapeWords(value)}` },
    ...(isKept ? [{ part: ofSchema, text: schema }] : []),
  ];
}

export const errorQuestions: readonly Question[] = [
  {
    id: 'question.error.shape',
    section: '7',
    question: 'What is the shape of an error, and does it keep the envelope?',
    asks: 'passive',
    form: { kind: 'schema' },
    see: errorShape,
    say: counted,
    answer: ({ of }) => {
      const [first, ...others] = of(ofSchema).map(({ text }) => JSON.parse(text) as InferredSchema);
      return first === undefined ? null : others.reduce(mergedSchema, first);
    },
    shownBy: [ofSchema],
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
