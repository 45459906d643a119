import type { Comparison } from '../../src/model/comparison.ts';
import type { Matrix } from '../../src/model/matrix.ts';
import type { Limit } from '../outline/comparison.ts';
import { asJson, inMarkdown, onTerminal } from '../outlined.ts';
import type { Reporter } from '../reporter.ts';

/** A comparison of two runs, and their matrix. */
export interface Compared {
  readonly comparison: Comparison;
  readonly matrix: Matrix;
}

async function outline() {
  const { comparisonOutline } = await import('../outline/comparison.ts');
  return ({ comparison }: Compared, limit: Limit) => comparisonOutline(comparison, limit);
}

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
    load: async () => (await import('./html.ts')).render,
  },
];
