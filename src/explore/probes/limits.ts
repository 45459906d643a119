import type { AnswerForm, AnswerValue, Bound } from '../../model/answer.ts';
import type { AddedExchange } from '../../model/reading.ts';
import { valueIn } from '../edits.ts';
import { allFields } from '../fields.ts';
import { type Base, isNotServed, outcomeOf, type ProbeParts, untold, withField } from '../probe.ts';

/** How large a text or a list may be: a limit is looked for between two sizes, by as few sizes as it can. */

/** What came of one size; null where nothing can be said, which ends the search. */
export type TrySize = (size: number) => Promise<'served' | 'refused' | null>;

/** Limits that services have more often than others. */
const usualLimits = [
  ...[
    1, 5, 10, 16, 20, 25, 32, 50, 60, 63, 64, 80, 100, 120, 127, 128, 140, 150, 160, 191, 200, 250, 254, 255,
    256,
  ],
  ...[
    300, 400, 500, 511, 512, 768, 1_000, 1_023, 1_024, 2_000, 2_047, 2_048, 4_000, 4_095, 4_096, 5_000, 8_000,
  ],
  ...[8_191, 8_192, 10_000, 16_383, 16_384, 20_000, 32_767, 32_768, 50_000, 65_535],
];

/** Sizes that are tried at most between a size that is served and the bound. */
export function mostSizes(served: number, to: number): number {
  const between = usualLimits.filter((limit) => limit > served && limit < to);
  const gaps = [served, ...between, to].map((limit, at, all) => (all[at + 1] ?? limit) - limit);
  return 1 + Math.ceil(Math.log2(between.length + 1)) + 1 + Math.ceil(Math.log2(Math.max(...gaps, 1)));
}

/**
 * The largest size that is served.
 * @param served a size that is known to be served
 * @param to the bound: sizes above it are not tried
 * @param expected a limit that was found earlier, which two sizes confirm
 * @returns null where a size could not be told; a null in it where the bound itself is served
 */
export async function findLimit(
  served: number,
  to: number,
  attempt: TrySize,
  expected: Bound | null = null,
): Promise<Bound | null> {
  let [low, high] = [served, to];
  let isRefused = false;
  /** Tries a size between the two, and moves one of them there. @returns false where nothing can be said */
  const tried = async (size: number): Promise<boolean> => {
    const outcome = await attempt(size);
    if (outcome === 'served') low = size;
    if (outcome === 'refused') [high, isRefused] = [size, true];
    return outcome !== null;
  };
  const { largestAccepted, smallestRefused } = expected ?? {};
  const first = smallestRefused ?? to;
  if (first > low && !(await tried(first))) return null;
  if (!isRefused && first < to && !(await tried(to))) return null;
  if (!isRefused) return { largestAccepted: low, smallestRefused: null };
  if (largestAccepted != null && largestAccepted > low && largestAccepted < high)
    if (!(await tried(largestAccepted))) return null;
  for (;;) {
    if (high - low === 1) return { largestAccepted: low, smallestRefused: high };
    if (!(await tried(nextSize(low, high)))) return null;
  }
}

/** The middle one of the usual limits between two sizes; then what is next to the lower one, as a usual limit is the likeliest. */
function nextSize(low: number, high: number): number {
  const between = usualLimits.filter((limit) => limit > low && limit < high);
  const middle = between[Math.floor(between.length / 2)];
  if (middle !== undefined) return middle;
  return usualLimits.includes(low) ? low + 1 : low + Math.floor((high - low) / 2);
}

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
        if (isNotServed(last)) return 'refused';
        return outcomeOf(last) === 'served' ? 'served' : null;
      };
      const found = await findLimit(served, to, attempt, isBound(expected) ? expected : null);
      if (found === null) return last === undefined ? { why: 'nothing was sent' } : untold(last);
      const sizes = [found.largestAccepted ?? -1, found.smallestRefused ?? -1];
      const shown = sizes.flatMap((size) => bySize.get(size) ?? []);
      const failing = shown.map((read) => outcomeOf(read)).find((outcome) => outcome?.startsWith('fails'));
      return { answer: found, shown, note: failing ? `${found.smallestRefused} ${failing}` : undefined };
    },
  };
}
