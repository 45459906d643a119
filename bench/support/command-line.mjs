import { parseArgs } from 'node:util';

/** What the caller did wrong, in words for the caller. */
export class UsageError extends Error {}

/** @throws UsageError for a text that is not an integer from 1 to that */
export function wholeNumber(flag, text, most) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new UsageError(`--${flag} ${text} is not an integer from 1 to ${most}`);
}

/** @returns the values of all options, by name; null when only help is wanted */
export function readFlags(options) {
  const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', default: false } } });
  return values.help ? null : values;
}

/**
 * @param more further options
 * @returns the number of rounds, by name those that were chosen, and the values of the further options; null when only help
 *   is wanted
 */
export function readOptions(list, defaultRounds, more = {}) {
  const rounds = { type: 'string', default: String(defaultRounds) };
  const values = readFlags({ ...more, rounds, only: { type: 'string' } });
  if (values === null) return null;
  const { only, ...rest } = values;
  return { ...rest, rounds: wholeNumber('rounds', rest.rounds, 200), chosen: chosen(list, only) };
}

function chosen(list, only) {
  if (only === undefined) return list;
  const names = only.split(',');
  const unknown = names.filter((name) => !list.some((one) => one.name === name));
  if (unknown.length > 0) throw new UsageError(`there is no ${unknown.join(', ')}`);
  return list.filter(({ name }) => names.includes(name));
}

/** Runs a script of ours to its end; exits with 2 for a wrong command line and 1 for anything else that failed. */
export async function runScript(main, usage) {
  try {
    await main();
  } catch (error) {
    const isUsage = error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS');
    process.stderr.write(`${isUsage ? `${error.message}\n\n${usage}` : error.stack}\n`);
    process.exit(isUsage ? 2 : 1);
  }
}
