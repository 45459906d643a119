import { describedIn } from '../contract/schemas.ts';
import { memberOf } from '../json/plain.ts';
import type { Question } from '../model/question.ts';
import { valuesOf } from '../questions/records.ts';
import { asked, fieldsIn, type Opening } from '../questions/requests.ts';
import { chosen, servedOrNot, setOf, setOfTexts } from '../questions/typed.ts';

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
  ['another form', /^/],
];

const timestamps = ['createdAt', 'updatedAt', 'deletedAt'];
const timestampPlaces = timestamps.map((name) => `/data/${name}`);

/** The values of enumerations that the document shows of a response. */
const shownValues: Readonly<Record<string, string>> = Object.fromEntries(
  fieldsIn(describedIn('put-response.schema.json')).flatMap(({ path, layers }) => {
    const [shown] = layers.flatMap(({ schema }) => schema['x-shown']?.const ?? schema.examples ?? []);
    return shown === undefined ? [] : [[`/${path.join('/')}`, shown]];
  }),
);

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
    ...valuesOf('put', timestampPlaces),
    answer: ({ of }) => {
      const formOf = (text: string) => timestampForms.find(([, form]) => form.test(text))?.[0];
      const seen = timestamps.flatMap((name) =>
        of(`/data/${name}`).map(({ text }) => `${name} ${formOf(text)}`),
      );
      return seen.length === 0 ? null : setOf(seen);
    },
  },
];

/** A run answers it where it sends the same PUT again. */
const createOrReplace: Pick<Question, 'see' | 'say' | 'answer'> = {
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

/** A limit is looked for between these bounds. */
function limit(field: string, to: number, question: string): Opening {
  return [`put.limit.${field}`, 'write', question, { form: { kind: 'bound', from: 0, to }, section: '8' }];
}

/** Only requests of one's own show it, but for the first. */
const openings: readonly Opening[] = [
  [
    'put.create-or-replace',
    'write',
    'Does a second identical PUT create a new transformer, or replace the existing one?',
    { ...chosen('create', 'replace'), ...createOrReplace },
  ],
  [
    'put.accepted-values',
    'write',
    'Which enumeration fields of the request accept values that are not in the examples?',
    setOfTexts,
  ],
  limit('name', 65_536, 'How many characters may the name have?'),
  limit('conditions', 1_000, 'How many conditions may be sent?'),
  limit('conditions.value', 65_536, 'How many characters may the value of a condition have?'),
  ['put.empty-texts', 'write', 'May texts of the request be empty?', servedOrNot],
  [
    'put.empty-conditions',
    'write',
    'Is a PUT request with an empty list of conditions accepted?',
    servedOrNot,
  ],
  [
    'put.integers',
    'write',
    'Which integers at the limits of common types are accepted and returned unchanged?',
    setOfTexts,
  ],
  ['put.time-zones', 'write', 'Which ways to write a time zone are accepted?', setOfTexts],
  ['put.unicode', 'write', 'Which texts with characters outside ASCII are returned unchanged?', setOfTexts],
  [
    'put.without-trailing-slash',
    'write',
    'Is a PUT request accepted without the slash at the end of its path?',
    chosen('served', 'redirected', 'refused'),
  ],
];

export const putQuestions: readonly Question[] = [
  ...passive,
  ...asked('put', '4.1', openings),
  {
    id: 'question.put.transitions',
    section: '3',
    question: 'Which status changes are possible, and what causes them?',
    asks: 'never',
    never: 'because no request of the document changes the status of a transformer',
    ...setOfTexts,
    operation: 'put',
  },
];
