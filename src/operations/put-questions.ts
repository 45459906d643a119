import { memberOf } from '../json/plain.ts';
import type { Question } from '../model/question.ts';
import { valuesOf } from '../questions/records.ts';
import { chosen, setOf } from '../questions/typed.ts';

/** What the document leaves open about the PUT of a transformer. */

const idPlace = '/data/derivativeFactTransformerId';

/** Forms of text that timestamps have, the first that fits. */
const timestampForms: readonly (readonly [form: string, RegExp])[] = [
  ['empty', /^""$/],
  ['null', /^null$/],
  ['YYYY-MM-DD', /^"\d{4}-\d\d-\d\d"$/],
  ['YYYY-MM-DD HH:MM:SS', /^"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"$/],
  ['RFC 3339', /^"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)"$/],
  ['number', /^-?\d/],
];

function timestampForm(text: string): string {
  return timestampForms.find(([, form]) => form.test(text))?.[0] ?? 'another form';
}

const timestamps = ['createdAt', 'updatedAt', 'deletedAt'];

/** The values of enumerations that the document shows of a response. */
const shownValues = {
  '/data/status': 'DOING',
  '/data/derivativeType': 'FUTURE',
  '/data/conditions/*/columnType': 'CURRENCY_TYPE',
  '/data/conditions/*/type': 'BUSINESS_CURRENCY',
  '/data/conditions/*/operator': 'EQ',
  '/data/action/type': 'FUTURE_UNREALIZED',
};

/** Read off the exchanges of a run. */
const passive: readonly Question[] = [
  {
    id: 'question.put.values',
    section: '2.2',
    question: "Which enumeration values, other than those in the examples, do the PUT's responses contain?",
    ...valuesOf('put', Object.keys(shownValues), shownValues),
  },
  {
    id: 'question.put.timestamps',
    section: '2.2',
    question:
      "How are the transformer's timestamps written, and what is deletedAt before the transformer is deleted?",
    ...valuesOf(
      'put',
      timestamps.map((name) => `/data/${name}`),
    ),
    answer: ({ of }) => {
      const seen = timestamps.flatMap((name) =>
        of(`/data/${name}`).map(({ text }) => `${name} ${timestampForm(text)}`),
      );
      return seen.length === 0 ? null : setOf(seen);
    },
  },
];

const served = { section: '4.1', operation: 'put', needsServed: true } as const;

/** A run answers it where it sends the same PUT again. */
const createOrReplace: Question = {
  id: 'question.put.create-or-replace',
  ...served,
  question: 'Does a second identical PUT create a new transformer, or replace the existing one?',
  asks: 'write',
  ...chosen('create', 'replace'),
  // A run sends one PUT again and again. What other clients sent may differ.
  see: ({ exchange, meaning, content }) => {
    if (exchange.recorded !== undefined || meaning !== 'success' || content?.kind !== 'json') return null;
    const id = memberOf(memberOf(content.json.value, 'data'), 'derivativeFactTransformerId');
    return typeof id === 'string' && id !== '' ? [{ text: id, pointer: idPlace }] : null;
  },
  say: ({ of, exchanges }) => {
    const ids = of().length;
    if (exchanges < 2) return null;
    return ids === 1
      ? `${exchanges} identical PUTs returned one derivativeFactTransformerId: the existing transformer is replaced`
      : `${exchanges} identical PUTs returned ${ids} different derivativeFactTransformerIds: new transformers are created`;
  },
  answer: ({ of, exchanges }) => {
    if (exchanges < 2) return null;
    if (of().length === 1) return 'replace';
    return of().length === exchanges ? 'create' : null;
  },
};

/** Limits that are looked for, with the bounds of the search. */
const limits = [
  { field: 'name', from: 0, to: 65_536, what: 'How many characters may the name have?' },
  { field: 'conditions', from: 0, to: 1_000, what: 'How many conditions may be sent?' },
  {
    field: 'conditions.value',
    from: 0,
    to: 65_536,
    what: 'How many characters may the value of a condition have?',
  },
] as const;

/** Only requests of one's own show it. */
const asked: readonly Question[] = [
  {
    id: 'question.put.accepted-values',
    question: 'Which enumeration fields of the request accept values that are not in the examples?',
    asks: 'write',
    form: { kind: 'set' },
    ...served,
  },
  ...limits.map(
    ({ field, from, to, what }): Question => ({
      id: `question.put.limit.${field}`,
      question: what,
      asks: 'write',
      form: { kind: 'bound', from, to },
      ...served,
      section: '8',
    }),
  ),
  {
    id: 'question.put.empty-texts',
    question: 'May texts of the request be empty?',
    asks: 'write',
    ...served,
    ...chosen('served', 'refused'),
  },
  {
    id: 'question.put.empty-conditions',
    question: 'Is a PUT request with an empty list of conditions accepted?',
    asks: 'write',
    ...served,
    ...chosen('served', 'refused'),
  },
  {
    id: 'question.put.integers',
    question: 'Which integers at the limits of common types are accepted and returned unchanged?',
    asks: 'write',
    form: { kind: 'set' },
    ...served,
  },
  {
    id: 'question.put.time-zones',
    question: 'Which ways to write a time zone are accepted?',
    asks: 'write',
    form: { kind: 'set' },
    ...served,
  },
  {
    id: 'question.put.unicode',
    question: 'Which texts with characters outside ASCII are returned unchanged?',
    asks: 'write',
    form: { kind: 'set' },
    ...served,
  },
  {
    id: 'question.put.without-trailing-slash',
    question: 'Is a PUT request accepted without the slash at the end of its path?',
    asks: 'write',
    ...served,
    ...chosen('served', 'redirected', 'refused'),
  },
  {
    id: 'question.put.transitions',
    section: '3',
    question: 'Which status changes are possible, and what causes them?',
    asks: 'never',
    never: 'because no request of the document changes the status of a transformer',
    form: { kind: 'set' },
    operation: 'put',
  },
];

export const putQuestions: readonly Question[] = [...passive, createOrReplace, ...asked];
