import { ExactNumber } from '../../json/decimal.ts';
import { isPlainObject } from '../../json/plain.ts';
import type { AddedExchange } from '../../model/reading.ts';
import { valueIn } from '../edits.ts';
import {
  type Base,
  outcomeOf,
  type ProbeParts,
  recordIdIn,
  untold,
  type Ways,
  withBody,
  withField,
} from '../probe.ts';

/** What a request does to a record that is there already. */

/** The same request twice: one record, or two. */
function createOrReplace(base: Base): ProbeParts {
  const sends = 'as a run sends it, once more';
  return {
    most: 1,
    sends,
    inquire: async ({ ask, served }) => {
      if (served === null) return { why: 'no request of this run was served' };
      const read = await ask({ ...withBody(base, base.body, sends), again: true });
      const [first, second] = [served, read].map((one) => recordIdIn(one, base.operation));
      if (outcomeOf(read) !== 'served') return untold(read);
      if (first == null || second == null) return { why: `a response has no ${base.operation.recordId}` };
      return { answer: first === second ? 'replace' : 'create', shown: [served, read] };
    },
  };
}

/** Another value of the same kind. */
function otherValue(value: unknown): unknown {
  if (typeof value === 'string') return `${value}2`;
  if (typeof value === 'number') return value + 1;
  if (value instanceof ExactNumber) return 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.length > 1 ? value.slice(0, -1) : [...value, ...value];
  if (!isPlainObject(value)) return value;
  const at = Object.entries(value).find(([, member]) => typeof member === 'number');
  return at === undefined ? value : { ...value, [at[0]]: otherValue(at[1]) };
}

/** The request once more, with one field changed each time: the record of another id was found by that field. */
function foundBy(base: Base): ProbeParts {
  const fields = base.fields.filter(({ path }) => valueIn(base.body, path) !== undefined);
  return {
    most: fields.length,
    sends: `with one field changed, for each of ${fields.length}`,
    inquire: async ({ ask, served, known }) => {
      const created = known.get(`question.${base.operation.name}.create-or-replace`)?.answer === 'create';
      if (created) return { why: 'each request creates another record' };
      const id = served && recordIdIn(served, base.operation);
      if (served === null || id === null) return { why: 'no request of this run was served' };
      const shown: AddedExchange[] = [served];
      const found: string[] = [];
      for (const field of fields) {
        const words = `with another ${field.name}`;
        const read = await ask(withField(base, field, otherValue, words));
        if (outcomeOf(read) !== 'served') return untold(read, words);
        if (recordIdIn(read, base.operation) !== id) found.push(field.name);
        shown.push(read);
      }
      return { answer: found.sort(), shown };
    },
  };
}

export const recordWays: Ways = { 'create-or-replace': createOrReplace, 'found-by': foundBy };
