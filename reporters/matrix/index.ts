import type { Matrix } from '../../src/model/matrix.ts';
import type { Reporter } from '../reporter.ts';

/** Every format of a matrix, in the order in which help texts list them. */
export const matrixReporters: readonly Reporter<Matrix>[] = [
  {
    name: 'terminal',
    file: null,
    description: 'what differs, and since when, for a reader at a terminal',
    load: async () => (await import('./terminal.ts')).render,
  },
  {
    name: 'json',
    file: 'matrix.json',
    description: 'the whole matrix, see schemas/suite/matrix.schema.json',
    load: async () => (await import('./json.ts')).render,
  },
  {
    name: 'markdown',
    file: 'matrix.md',
    description: 'a summary for a pull request comment or a job summary',
    load: async () => (await import('./markdown.ts')).render,
  },
  {
    name: 'html',
    file: 'matrix.html',
    description: 'one page for a reviewer; a cell opens its evidence in the page of its report',
    load: async () => (await import('./html.ts')).render,
  },
];
