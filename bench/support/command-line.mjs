import { parseArgs } from 'node:util';

/** What the caller did wrong, in words for the caller. */
export class UsageError extends Error {}

/** @returns the number of rounds and, by name, those that were chosen; null when only help is wanted */
export function readOptions(list, defaultRounds) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: String(defaultRounds) },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > 200)
    throw new UsageError(`--rounds ${values.rounds} is no whole number from 1 to 200`);
  return { rounds, chosen: chosen(list, values.only) };
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
