import type { AnswerValue } from '../../model/answer.ts';
import type { AddedExchange } from '../../model/reading.ts';
import { changed, valueIn } from '../edits.ts';
import { allFields, type RequestField } from '../fields.ts';
import {
  type Base,
  outcomeOf,
  type ProbeContext,
  type ProbeParts,
  type ProbeResult,
  untold,
  withBody,
} from '../probe.ts';
import { sampled, valuesOfOtherTypes } from '../variants.ts';

/** Fields of a body that are left out, null, with the wrong type, or not of the document: one at a time. */

/** Fields of a base that its body has. */
function fieldsSent({ fields, body }: Base): readonly RequestField[] {
  return allFields(fields).filter(({ path }) => valueIn(body, path) !== undefined);
}

/** Whether a field is required: the request is sent without it. */
export function required(base: Base, name: string): ProbeParts {
  const field = allFields(base.fields).find((one) => one.name === name);
  return {
    most: 1,
    sends: `without ${name}`,
    inquire: async ({ ask }) => {
      if (field === undefined || valueIn(base.body, field.path) === undefined)
        return { why: `the body that is sent has no ${name}` };
      const body = changed(base.body, field.path, () => undefined);
      const read = await ask(withBody(base, body, `without ${name}`));
      const outcome = outcomeOf(read);
      if (outcome !== 'served' && outcome !== 'refused') return untold(read);
      return { answer: outcome === 'served' ? 'optional' : 'required', shown: [read] };
    },
  };
}

/** Asks for each of some fields whether a changed body is served; the answer is the set of those for which it is. */
export async function servedFields(
  fields: readonly RequestField[],
  send: (field: RequestField) => Promise<AddedExchange>,
): Promise<ProbeResult> {
  const taken: string[] = [];
  const shown: AddedExchange[] = [];
  for (const field of fields) {
    const read = await send(field);
    const outcome = outcomeOf(read);
    if (outcome !== 'served' && outcome !== 'refused') return untold(read, `for ${field.name}`);
    if (outcome === 'served') taken.push(field.name);
    shown.push(read);
  }
  return { answer: taken.sort() satisfies AnswerValue, shown };
}

export function nullFields(base: Base): ProbeParts {
  const fields = fieldsSent(base);
  return {
    most: fields.length,
    sends: `with one field null, for each of ${fields.length}`,
    inquire: ({ ask }) =>
      servedFields(fields, (field) => {
        const body = changed(base.body, field.path, () => null);
        return ask({ ...withBody(base, body, `with ${field.name} null`), breaks: [field.typeId] });
      }),
  };
}

/** A request whose field has a value with the wrong type. */
export function ofOtherType(
  { base, ask, seed }: Pick<ProbeContext, 'base' | 'ask' | 'seed'>,
  field: RequestField,
) {
  const other = sampled(valuesOfOtherTypes(field), seed);
  const body = changed(base.body, field.path, () => other);
  return ask({
    ...withBody(base, body, `with ${field.name} of the wrong type`),
    breaks: [field.typeId],
  });
}

export function otherTypeFields(base: Base): ProbeParts {
  const fields = fieldsSent(base);
  return {
    most: fields.length,
    sends: `with the wrong type in one field, for each of ${fields.length}`,
    inquire: (context) => servedFields(fields, (field) => ofOtherType(context, field)),
  };
}
