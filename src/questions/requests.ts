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
export type Opening = readonly [id: string, asks: Asking, question: string, form: Pick<Question, 'form'>];

/** @param section of the document that leaves it open */
export function asked(operation: string, section: string, all: readonly Opening[]): readonly Question[] {
  return all.map(([id, asks, question, form]) => {
    return { id: `question.${id}`, section, question, asks, operation, needsServed: true, ...form };
  });
}

/** What every operation with a body leaves open about it. */
export function bodyQuestions({ name, method, section, requestSchema }: OperationContract) {
  const required = chosen('required', 'optional');
  return asked(name, section, [
    // Where it is not required, a sound service writes.
    ...fieldsIn(describedIn(requestSchema ?? '')).map(
      (field): Opening => [
        `${name}.required.${field.name}`,
        'write',
        `Is ${field.name} required in the ${method} request?`,
        required,
      ],
    ),
    [`${name}.null-fields`, 'refusal', `Which fields of the ${method} request may be null?`, setOfTexts],
    [
      `${name}.other-type-fields`,
      'refusal',
      `Which fields of the ${method} request may have another type than in the document?`,
      setOfTexts,
    ],
    [
      `${name}.unknown-fields`,
      'write',
      `What happens to a field of the ${method} request that the document does not have?`,
      chosen('ignored', 'returned', 'refused'),
    ],
    [
      `${name}.malformed-json`,
      'refusal',
      `Is a ${method} request accepted if its body is not JSON?`,
      servedOrNot,
    ],
    [
      `${name}.other-content-type`,
      'refusal',
      `Is a ${method} request with JSON accepted if its Content-Type is a different one?`,
      servedOrNot,
    ],
  ]);
}

/** What is asked of errors and of credentials. @param operation the one that has a body, which is sent to find out */
export function serviceQuestions({ name }: OperationContract): readonly Question[] {
  return [
    ...asked(name, '7', [
      [
        'error.status-by-cause',
        'refusal',
        'Which HTTP status code does each kind of error have?',
        setOfTexts,
      ],
      [
        'error.names-field',
        'refusal',
        'Do errors say which field is wrong?',
        chosen('always', 'sometimes', 'never'),
      ],
      [
        'error.leaks',
        'refusal',
        'Do errors expose internal details: stack traces, SQL, internal hosts?',
        setOfTexts,
      ],
    ]),
    ...asked(name, '5', [
      [
        'authorization.scheme-case',
        'write',
        'Is the authorization scheme accepted in lower case (bearer)?',
        servedOrNot,
      ],
    ]),
  ];
}
