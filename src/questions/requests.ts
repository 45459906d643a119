import { type Described, describedIn } from '../contract/schemas.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Asking, Question } from '../model/question.ts';
import { chosen } from './typed.ts';

/** What requests may be like, which only requests of one's own show. */

/** Names of the fields of a request, those of elements and objects behind their field: `action.timezone`. */
function requestFields({ members, items }: Described, before = ''): readonly string[] {
  const own = [...members].flatMap(([name, member]) => [
    before + name,
    ...requestFields(member, `${before}${name}.`),
  ]);
  return [...own, ...(items === null ? [] : requestFields(items, before))];
}

type Asked = Pick<OperationContract, 'name' | 'section'>;

/** What is asked by requests that differ in one thing from one that is served. */
export type Opening = readonly [
  end: string,
  asks: Asking,
  question: string,
  form: Pick<Question, 'form'> & Partial<Pick<Question, 'section'>>,
];

const servedOrNot = chosen('served', 'refused');
const setOf = { form: { kind: 'set' } } as const;

export function asked({ name, section }: Asked, [end, asks, question, form]: Opening): Question {
  return {
    id: `question.${name}.${end}`,
    section,
    question,
    asks,
    operation: name,
    needsServed: true,
    ...form,
  };
}

/** What every operation with a body leaves open about it. */
export function bodyQuestions(operation: OperationContract): readonly Question[] {
  const request = `${operation.method} request`;
  const required = chosen('required', 'optional');
  const all: readonly Opening[] = [
    // Where it is not required, a sound service writes.
    ...requestFields(describedIn(operation.requestSchema ?? '')).map(
      (field): Opening => [`required.${field}`, 'write', `Is ${field} required in the ${request}?`, required],
    ),
    ['null-fields', 'refusal', `Which fields of the ${request} may be null?`, setOf],
    [
      'other-type-fields',
      'refusal',
      `Which fields of the ${request} may have another type than in the document?`,
      setOf,
    ],
    [
      'unknown-fields',
      'write',
      `What happens to a field of the ${request} that the document does not have?`,
      chosen('ignored', 'returned', 'refused'),
    ],
    ['malformed-json', 'refusal', `Is a ${request} accepted if its body is not JSON?`, servedOrNot],
    [
      'other-content-type',
      'refusal',
      `Is a ${request} with JSON accepted if its Content-Type is a different one?`,
      servedOrNot,
    ],
  ];
  return all.map((opening) => asked(operation, opening));
}

/** @param operation the one that is sent to find out */
export function schemeQuestion(operation: Asked): Question {
  const question = 'Is the authorization scheme accepted in lower case (bearer)?';
  return {
    ...asked(operation, ['scheme-case', 'write', question, servedOrNot]),
    id: 'question.authorization.scheme-case',
    section: '5',
  };
}
