import { formats, path, wholeNumber } from '../../kinds/kinds.ts';
import { flagOf } from '../../kinds/setting.ts';
import { UsageError } from '../../output/exit.ts';
import type { Printed } from '../../output/publish.ts';
import { about, type OptionValues } from './option.ts';

/** Options that several commands have, each in the words of the setting of the same flag where there is one. */

/** How much a command prints. What it writes is the same with each of them. */
export const printOptions = about('output', {
  verbose: 'Print all fields, observations and commands.',
  quiet: 'Print the last line only: the verdict.',
  json: 'Print report.json in place of a report.',
});

/** The one flag of several that is given. @throws UsageError where two of them are */
export function oneOf<const K extends string>(
  options: { readonly [N in K]?: boolean | undefined },
  names: readonly K[],
): K | undefined {
  const given = names.filter((name) => options[name] === true);
  if (given.length > 1)
    throw new UsageError(
      `${given.map(flagOf).join(' and ')} contradict each other. Expected one of them, for example --${given[0]}.`,
    );
  return given[0];
}

/** @throws UsageError where two of the flags are given */
export function printedOf(options: OptionValues<typeof printOptions>): Printed {
  return oneOf(options, ['verbose', 'quiet', 'json']) ?? 'usual';
}

export const atATime = wholeNumber(1, 16);
export const port = wholeNumber(0, 65_535);

/** Formats of a comparison, and their folder. */
export function writingOptions(all: readonly { readonly name: string }[]) {
  const names = all.map(({ name }) => name);
  return about('reports', {
    reporter: {
      kind: formats(names),
      description: `Formats: ${names.join(', ')}.`,
      example: 'terminal,html',
    },
    out: {
      kind: path('folder', 'a folder'),
      description: 'Folder for the files; by default above all reports.',
      example: 'build/conformance',
    },
  });
}
