import type { Sides } from '../../model/requirement.ts';
import { UsageError } from '../../output/exit.ts';

/** Values of flags that are no settings. */

/** @throws UsageError for anything but an integer from `least` to `most` */
export function wholeNumber(flag: string, given: unknown, most: number, example: number, least = 0): number {
  const text = String(given);
  const value = Number(text);
  if (/^[0-9]+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(
    `${flag} ${text} is not an integer from ${least} to ${most}, for example ${flag} ${example}; nothing was sent.`,
  );
}

/** @throws UsageError for a value that is not one of those */
export function choice<Value extends string>(flag: string, given: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === given);
  if (found !== undefined) return found;
  const known = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  throw new UsageError(`${flag} ${given} is not known. Expected ${known}, for example ${flag} ${values[0]}.`);
}

/** How much is done at a time. @throws UsageError for anything but an integer from 1 to 16 */
export function jobsOf(given: unknown): number {
  return wholeNumber('--jobs', given, 16, 4, 1);
}

const sides = ['response', 'request', 'both'] as const satisfies readonly Sides[];

/** @throws UsageError for a side that does not exist */
export function sideOf(given: string): Sides {
  return choice('--side', given, sides);
}
