import { valueIn } from '../edits.ts';
import { allFields, type RequestField } from '../fields.ts';
import {
  type Base,
  fieldsSent,
  oneRequest,
  type ProbeParts,
  servedOf,
  type Ways,
  withField,
} from '../probe.ts';
import type { Variant } from '../send.ts';

/** Fields of a body that are left out, null, with the wrong type or another value: one at a time. */

/** Whether a field is required: the request is sent without it. */
export function required(base: Base, name: string): ProbeParts {
  const field = allFields(base.fields).find((one) => one.name === name);
  const sends = `without ${name}`;
  return oneRequest({
    sends,
    variant: () =>
      field === undefined || valueIn(base.body, field.path) === undefined
        ? { why: `the body that is sent has no ${name}` }
        : withField(base, field, () => undefined, sends),
    answer: (outcome) => (outcome === 'served' ? 'optional' : 'required'),
  });
}

/** Asks for each of some fields whether a changed body is served. */
function eachField(
  fields: readonly RequestField[],
  sends: string,
  variantOf: (field: RequestField) => Variant,
): ProbeParts {
  return {
    most: fields.length,
    sends: `${sends}, for each of ${fields.length}`,
    inquire: ({ ask }) => {
      const trials = fields.map((field) => ({
        ...{ name: field.name, words: `for ${field.name}` },
        variant: variantOf(field),
      }));
      return servedOf(ask, trials);
    },
  };
}

/** A request whose field has a value with the wrong type. */
export function ofOtherType(base: Base, field: RequestField): Variant {
  const value = field.types.includes('string') ? 7 : 'text';
  const variant = withField(base, field, () => value, `with ${field.name} of the wrong type`);
  return { ...variant, breaks: [field.typeId] };
}

/** An enumeration's word that nobody has. */
const otherWord = 'SUITE_OTHER_WORD';

export const fieldWays: Ways = {
  'null-fields': (base) =>
    eachField(fieldsSent(base), 'with one field null', (field) => ({
      ...withField(base, field, () => null, `with ${field.name} null`),
      breaks: [field.typeId],
    })),
  'other-type-fields': (base) =>
    eachField(fieldsSent(base), 'with the wrong type in one field', (field) => ofOtherType(base, field)),
  'accepted-values': (base) =>
    eachField(
      fieldsSent(base, ({ shown }) => shown.length > 0),
      'with another value in one field that has shown values',
      (field) => withField(base, field, () => otherWord, `with another value of ${field.name}`),
    ),
};
