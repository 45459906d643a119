import { itemLayers, type Layer, memberLayers, memberNames } from '../contract/schemas.ts';
import type { OperationContract } from '../model/operation.ts';
import { type Question, servedNeed } from '../model/question.ts';
import { chosen } from './typed.ts';

/** What requests may be like, which only requests of one's own show. */

/** Names of the fields of a request, those of elements and objects behind their field: `action.timezone`. */
export function requestFields(layers: readonly Layer[], before = ''): readonly string[] {
  return memberNames(layers).flatMap((name) => {
    const own = memberLayers(layers, name);
    const inner = [...own, ...itemLayers(own)];
    return [before + name, ...requestFields(inner, `${before}${name}.`)];
  });
}

type Asked = Pick<OperationContract, 'name' | 'method' | 'section'>;

/** Served or not: of a request that differs from one that is served in one thing. */
function servedOrNot({ name, section }: Pick<Asked, 'name' | 'section'>) {
  return { section, operation: name, ...chosen('served', 'refused'), needs: [servedNeed(name)] } as const;
}

/** What every operation with a body leaves open about it. @param layers those of the request */
export function bodyQuestions(operation: Asked, layers: readonly Layer[]): readonly Question[] {
  const { name, method, section } = operation;
  const common = { section, operation: name, needs: [servedNeed(name)] };
  const fields = requestFields(layers);
  return [
    ...fields.map((field) => ({
      id: `question.${name}.required.${field}`,
      question: `Is ${field} required in the ${method} request?`,
      // Where it is not required, a sound service writes.
      asks: 'write' as const,
      ...common,
      ...chosen('required', 'optional'),
    })),
    {
      id: `question.${name}.null-fields`,
      question: `Which fields of the ${method} request may be null?`,
      asks: 'refusal',
      form: { kind: 'set' },
      ...common,
    },
    {
      id: `question.${name}.other-type-fields`,
      question: `Which fields of the ${method} request may have another type than in the document?`,
      asks: 'refusal',
      form: { kind: 'set' },
      ...common,
    },
    {
      id: `question.${name}.unknown-fields`,
      question: `What becomes of a field of the ${method} request that the document does not have?`,
      asks: 'write',
      ...common,
      ...chosen('ignored', 'returned', 'refused'),
    },
    {
      id: `question.${name}.malformed-json`,
      question: `Is a ${method} request served whose body is not JSON?`,
      asks: 'refusal',
      ...servedOrNot(operation),
    },
    {
      id: `question.${name}.other-content-type`,
      question: `Is a ${method} request served with JSON under another content type?`,
      asks: 'refusal',
      ...servedOrNot(operation),
    },
  ];
}

/** @param operation the one that is sent to find out */
export function schemeQuestion(operation: Asked): Question {
  return {
    id: 'question.authorization.scheme-case',
    question: 'Is the scheme Bearer accepted in another case?',
    asks: 'write',
    ...servedOrNot(operation),
    section: '5',
  };
}
