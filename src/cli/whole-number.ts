import { UsageError } from './exit.ts';

/** The value of a flag. @throws UsageError for what is no whole number from 0 to the most */
export function wholeNumber(flag: string, given: unknown, most: number, example: number): number {
  const text = String(given);
  const value = Number(text);
  if (/^[0-9]+$/.test(text) && value <= most) return value;
  throw new UsageError(
    `${flag} ${text} is no whole number from 0 to ${most}, for example ${flag} ${example}.`,
  );
}
