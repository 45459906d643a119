import { inferredSchema, mergedSchema } from '../answers/inferred-schema.ts';
import { member } from '../json/place.ts';
import type { InferredSchema } from '../model/answer.ts';
import { statusOf } from '../model/exchange.ts';
import type { Question } from '../model/question.ts';
import type { ReadExchange } from '../model/reading.ts';
import { counted } from './responses.ts';
import { chosen } from './typed.ts';

/** What a service sends when it refuses a request. */

/** Characters of the schema of one body, as text; of a larger one nothing is inferred. */
const longestSchema = 4_000;

/** The root of a refusal that is a JSON object; null for any other response. */
function refusalOf({ meaning, content }: ReadExchange) {
  if (meaning !== 'refusal' || content?.kind !== 'json') return null;
  const { root } = content.json.tree;
  return root.type === 'object' ? { root, value: content.json.value } : null;
}

type RefusedBody = NonNullable<ReturnType<typeof refusalOf>>;

function keepsEnvelope({ root }: RefusedBody): boolean {
  return member(root, 'status')?.type === 'string' && member(root, 'requestId')?.type === 'string';
}

function shapeWords(read: ReadExchange, status: number): string | null {
  const { content } = read;
  if (content?.kind === 'not-recorded') return null;
  if (content?.kind !== 'json') return `${status} without a JSON body`;
  const refusal = refusalOf(read);
  if (refusal === null) return `${status} with a JSON ${content.json.tree.root.type}`;
  const keys = [...refusal.root.members.keys()].join(', ') || 'no members';
  const envelope = keepsEnvelope(refusal) ? 'status and requestId are kept' : 'not the envelope';
  return `${status} with an object of ${keys} (${envelope})`;
}

const ofSchema = 'schema';

function errorShape(read: ReadExchange) {
  const status = statusOf(read.exchange);
  const text = read.meaning === 'refusal' && status !== undefined ? shapeWords(read, status) : null;
  if (text === null) return [];
  const refusal = refusalOf(read);
  const schema = refusal === null ? '' : JSON.stringify(inferredSchema(refusal.value));
  const isKept = schema !== '' && schema.length <= longestSchema;
  return [{ text }, ...(isKept ? [{ part: ofSchema, text: schema }] : [])];
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
    see: (read) => {
      if (read.meaning !== 'refusal' || read.content?.kind === 'not-recorded') return null;
      const refusal = refusalOf(read);
      return [{ text: refusal !== null && keepsEnvelope(refusal) ? 'kept' : 'not-kept' }];
    },
    answer: ({ of }) => (of().length > 1 ? 'differs' : (of()[0]?.text ?? null)),
  },
];

/** What can be said of refusals once somebody provokes them. @param operation the one that has a body */
export function provokedErrors(operation: string): readonly Question[] {
  const common = {
    section: '7',
    asks: 'refusal',
    form: { kind: 'set' },
    operation,
    needsServed: true,
  } as const;
  return [
    {
      ...common,
      id: 'question.error.status-by-cause',
      question: 'Which HTTP status code does each kind of error have?',
    },
    {
      ...common,
      id: 'question.error.names-field',
      question: 'Do errors say which field is wrong?',
      ...chosen('always', 'sometimes', 'never'),
    },
    {
      ...common,
      id: 'question.error.leaks',
      question: 'Do errors expose internal details: stack traces, SQL, internal hosts?',
    },
  ];
}
