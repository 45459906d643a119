import type { Sides } from '../model/requirement.ts';
import { UsageError } from './exit.ts';

/** Values of flags that are no settings. */

/** @throws UsageError for anything but a whole number from 0 to `most` */
export function wholeNumber(flag: string, given: unknown, most: number, example: number): number {
  const text = String(given);
  const value = Number(text);
  if (/^[0-9]+$/.test(text) && value <= most) return value;
  throw new UsageError(
    `${flag} ${text} is not a whole number from 0 to ${most}, for example ${flag} ${example}.`,
  );
}

/** @throws UsageError for a value that is not one of those */
export function choice<Value extends string>(flag: string, given: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === given);
  if (found !== undefined) return found;
  const known = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  throw new UsageError(`${flag} ${given} is not known. Expected ${known}, for example ${flag} ${values[0]}.`);
}

const mostJobs = 16;

/**
 * How much is done at a time.
 * @throws UsageError for anything but a whole number from 1 to 16
 */
export function jobsOf(flag: unknown): number {
  const jobs = /^[0-9]{1,2}$/.test(String(flag)) ? Number(flag) : 0;
  if (jobs >= 1 && jobs <= mostJobs) return jobs;
  throw new UsageError(
    `--jobs must be a whole number from 1 to ${mostJobs}, not ${JSON.stringify(flag)}; nothing was sent. For example: --jobs 4.`,
  );
}

const sides = ['response', 'request', 'both'] as const satisfies readonly Sides[];

/** @throws UsageError for a side that does not exist */
export function sideOf(given: string): Sides {
  return choice('--side', given, sides);
}
