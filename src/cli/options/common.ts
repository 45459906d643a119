import { formats, path, toggle, wholeNumber } from '../../kinds/kinds.ts';
import type { Sides } from '../../model/requirement.ts';
import type { Printed } from '../../output/publish.ts';
import { runSettings } from '../../settings/run-settings.ts';
import { about, type OptionValues, same } from './option.ts';

/** Options that several commands have, each in the words of the setting of the same flag where there is one. */

/** How much a command prints. What it writes is the same with each of them. */
export const printOptions = about('output', {
  verbose: {
    kind: toggle,
    conflicts: ['quiet', 'json'],
    description: 'Print all fields, observations and commands.',
  },
  quiet: { kind: toggle, conflicts: ['json'], description: 'Print the last line only: the verdict.' },
  json: 'Print report.json in place of a report.',
});

/** The options of `printOptions`, of which one at most is given. */
export function printedOf(options: OptionValues<typeof printOptions>): Printed {
  return (['verbose', 'quiet', 'json'] as const).find((name) => options[name] === true) ?? 'usual';
}

export const sides = ['response', 'request', 'both'] as const satisfies readonly Sides[];

export const operationOption = same(runSettings.operation);

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
