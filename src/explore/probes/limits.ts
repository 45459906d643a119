import type { AnswerForm, AnswerValue, Bound } from '../../model/answer.ts';
import type { AddedExchange } from '../../model/reading.ts';
import { findLimit, mostSizes } from '../bisect.ts';
import { valueIn } from '../edits.ts';
import { allFields } from '../fields.ts';
import { type Base, outcomeOf, type ProbeParts, untold, withField } from '../probe.ts';

/** How large a text or a list may be. */

/** A text of so many characters, or a list of so many elements, that begins as the value does. */
function resized(value: unknown, size: number): unknown {
  if (typeof value === 'string') return value.slice(0, size).padEnd(size, 'x');
  if (!Array.isArray(value)) return value;
  return Array.from({ length: size }, (_, at) => value[at % value.length] as unknown);
}

function sizeOf(value: unknown): number | null {
  return (typeof value === 'string' && value !== '') || (Array.isArray(value) && value.length > 0)
    ? value.length
    : null;
}

function isBound(value: AnswerValue | null): value is Bound {
  return typeof value === 'object' && value !== null && 'largestAccepted' in value;
}

/** @param name of a field; the largest of its sizes that is served is looked for up to the bound of the form */
export function limit(base: Base, name: string, form: AnswerForm): ProbeParts {
  const path = allFields(base.fields).find((field) => field.name === name)?.path ?? [name];
  const served = sizeOf(valueIn(base.body, path));
  const to = form.kind === 'bound' ? form.to : 0;
  return {
    // Two more where a limit that was found earlier has moved.
    most: mostSizes(served ?? 0, to) + 2,
    sends: `with ${name} of other sizes, up to ${to}`,
    inquire: async ({ ask, expected }) => {
      if (served === null) return { why: `the body that is sent has no ${name}` };
      const bySize = new Map<number, AddedExchange>();
      let last: AddedExchange | undefined;
      const attempt = async (size: number) => {
        const purpose = `with ${name} of size ${size}`;
        last = await ask(withField(base, { path }, (value) => resized(value, size), purpose));
        bySize.set(size, last);
        const outcome = outcomeOf(last);
        return outcome === 'redirected' ? null : outcome;
      };
      const found = await findLimit(served, to, attempt, isBound(expected) ? expected : null);
      if (found === null) return last === undefined ? { why: 'nothing was sent' } : untold(last);
      const sizes = [found.largestAccepted ?? -1, found.smallestRefused ?? -1];
      return { answer: found, shown: sizes.flatMap((size) => bySize.get(size) ?? []) };
    },
  };
}
