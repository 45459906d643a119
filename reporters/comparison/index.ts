import type { Comparison } from '../../src/model/comparison.ts';
import type { Matrix } from '../../src/model/matrix.ts';
import type { Reporter } from '../reporter.ts';

/** A comparison of two runs, and their matrix. */
export interface Compared {
  readonly comparison: Comparison;
  readonly matrix: Matrix;
}

/** Every format of a comparison, in the order in which help texts list them. */
export const comparisonReporters: readonly Reporter<Compared>[] = [
  {
    name: 'terminal',
    file: null,
    description: 'what changed, for a reader at a terminal',
    load: async () => {
      const { render } = await import('./terminal.ts');
      return ({ comparison }, options) => render(comparison, options);
    },
  },
  {
    name: 'json',
    file: 'comparison.json',
    description: 'the whole comparison, see schemas/suite/comparison.schema.json',
    load: async () => {
      const { render } = await import('./json.ts');
      return ({ comparison }) => render(comparison);
    },
  },
  {
    name: 'markdown',
    file: 'comparison.md',
    description: 'a summary for a pull request comment or a job summary',
    load: async () => {
      const { render } = await import('./markdown.ts');
      return ({ comparison }, options) => render(comparison, options);
    },
  },
  {
    name: 'html',
    file: 'comparison.html',
    description: 'one page for a reviewer: the matrix of the two',
    load: async () => (await import('./html.tsx')).render,
  },
];
