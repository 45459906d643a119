import type { Comparison } from '../../src/model/comparison.ts';
import type { Reporter } from '../reporter.ts';

/** Every format of a comparison, in the order in which help texts list them. */
export const comparisonReporters: readonly Reporter<Comparison>[] = [
  {
    name: 'terminal',
    file: null,
    description: 'what changed, for a reader at a terminal',
    load: async () => (await import('./terminal.ts')).render,
  },
  {
    name: 'json',
    file: 'comparison.json',
    description: 'the whole comparison, see schemas/suite/comparison.schema.json',
    load: async () => (await import('./json.ts')).render,
  },
  {
    name: 'markdown',
    file: 'comparison.md',
    description: 'a summary for a pull request comment or a job summary',
    load: async () => (await import('./markdown.ts')).render,
  },
  {
    name: 'html',
    file: 'comparison.html',
    description: 'one page for a reviewer',
    load: async () => (await import('./html.tsx')).render,
  },
];
