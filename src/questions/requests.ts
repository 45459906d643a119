import { type Described, describedIn } from '../contract/schemas.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Asking, Question } from '../model/question.ts';
import { chosen, servedOrNot, setOfTexts } from './typed.ts';

/** What requests may be like, which only requests of one's own show. */

/** A field of a request, as its schema has it. */
interface Field extends Pick<Described, 'layers'> {
  /** With dots, as questions name it: `action.timezone`. */
  readonly name: string;
  /** Names of members, and `*` for each element. */
  readonly path: readonly string[];
}

/** All fields below one, each before its members. */
export function fieldsIn({ members, items }: Described, above: readonly string[] = []): readonly Field[] {
  const own = [...members].flatMap(([name, member]) => {
    const path = [...above, name];
    const field = { name: path.filter((step) => step !== '*').join('.'), path, layers: member.layers };
    return [field, ...fieldsIn(member, path)];
  });
  return items === null ? own : [...own, ...fieldsIn(items, [...above, '*'])];
}

/** What is asked by requests that differ in one thing from one that is served. */
export type Opening = readonly [
  id: string,
  asks: Asking,
  question: string,
  rest: Pick<Question, 'form'> & Partial<Question>,
];

/** @param section of the document that leaves them open, but for those with another one */
export function asked(operation: string, section: string, all: readonly Opening[]): readonly Question[] {
  return all.map(([id, asks, question, rest]) => {
    return { id: `question.${id}`, section, question, asks, operation, needsServed: true, ...rest };
  });
}

/** What every operation with a body leaves open about it. */
export function bodyQuestions({ name, method, section, requestSchema }: OperationContract) {
  const request = `${method} request`;
  const required = chosen('required', 'optional');
  const further = chosen('ignored', 'returned', 'refused');
  // Where a field is not required, a sound service writes.
  const rows: readonly Opening[] = [
    ...fieldsIn(describedIn(requestSchema ?? '')).map(
      (one): Opening => [
        `required.${one.name}`,
        'write',
        `Is ${one.name} required in the ${request}?`,
        required,
      ],
    ),
    ['null-fields', 'refusal', `Which fields of the ${request} may be null?`, setOfTexts],
    [
      'other-type-fields',
      'refusal',
      `Which fields of the ${request} may have another type than in the document?`,
      setOfTexts,
    ],
    [
      'unknown-fields',
      'write',
      `What happens to a field of the ${request} that the document does not have?`,
      further,
    ],
    ['malformed-json', 'refusal', `Is a ${request} accepted if its body is not JSON?`, servedOrNot],
    [
      'other-content-type',
      'refusal',
      `Is a ${request} with JSON accepted if its Content-Type is a different one?`,
      servedOrNot,
    ],
  ];
  return asked(
    name,
    section,
    rows.map(([end, ...rest]) => [`${name}.${end}`, ...rest]),
  );
}

/** What is asked of errors and of credentials. @param operation the one that has a body, which is sent to find out */
export function serviceQuestions({ name }: OperationContract): readonly Question[] {
  const named = chosen('always', 'sometimes', 'never');
  const leaks = 'Do errors expose internal details: stack traces, SQL, internal hosts?';
  const scheme = 'Is the authorization scheme accepted in lower case (bearer)?';
  return asked(name, '7', [
    ['error.status-by-cause', 'refusal', 'Which HTTP status code does each kind of error have?', setOfTexts],
    ['error.names-field', 'refusal', 'Do errors say which field is wrong?', named],
    ['error.leaks', 'refusal', leaks, setOfTexts],
    ['authorization.scheme-case', 'write', scheme, { ...servedOrNot, section: '5' }],
  ]);
}
