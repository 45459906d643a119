import type { Compared } from './outline/comparison.ts';
import { asJson, inMarkdown, onPage, onTerminal } from './outlined.ts';
import type { Reporter } from './reporter.ts';

const outline = async () => (await import('./outline/comparison.ts')).comparisonOutline;

/** Every format of a comparison, in the order in which help texts list them. */
export const comparisonReporters: readonly Reporter<Compared>[] = [
  {
    name: 'terminal',
    file: null,
    description: 'what changed, for a reader at a terminal',
    load: onTerminal(outline),
  },
  {
    name: 'json',
    file: 'comparison.json',
    description: 'the whole comparison, see schemas/suite/comparison.schema.json',
    load:
      async () =>
      ({ comparison }) =>
        asJson(comparison, 2),
  },
  {
    name: 'markdown',
    file: 'comparison.md',
    description: 'a summary for a pull request comment or a job summary',
    load: inMarkdown(outline),
  },
  {
    name: 'html',
    file: 'comparison.html',
    description: 'one page for a reviewer: the matrix of the two',
    load: onPage(outline),
  },
];
