import { UsageError } from '../../output/exit.ts';
import type { Command } from './commander.ts';

/** Where several values are wanted: they are one value with commas in it. */
function remedyFor(flag: string, placeholder: string): string {
  return placeholder.includes(',')
    ? `Write all values in one flag, with commas between them: ${flag} ${placeholder}`
    : `Keep one: ${flag} ${placeholder}`;
}

/**
 * Refuses a flag that is given twice, as all values but the last would be dropped. A flag that collects its values, and
 * one without a value, may be repeated.
 *
 * @throws UsageError while the command line is read
 */
export function refuseRepeatedFlags(command: Command): void {
  const given = new Set<string>();
  for (const option of command.options) {
    const collects = option.parseArg !== undefined;
    if (collects || option.isBoolean() || option.negate) continue;
    command.on(`option:${option.name()}`, () => {
      const { long, flags } = option;
      const flag = long ?? flags;
      if (given.has(flag))
        throw new UsageError(
          `${flag} is set more than once, and only its last value would count; nothing was sent. ` +
            `${remedyFor(flag, flags.replace(/^.*?(?=[<[])/, ''))}.`,
        );
      given.add(flag);
    });
  }
}
