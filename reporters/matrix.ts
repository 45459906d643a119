import type { Matrix } from '../src/model/matrix.ts';
import type { Limit } from './outline/limit.ts';
import { asJson, inMarkdown, onPage, onTerminal } from './outlined.ts';
import type { Reporter } from './reporter.ts';

async function outline() {
  const [{ historyOutline }, { targetsOutline }] = await Promise.all([
    import('./outline/history.ts'),
    import('./outline/targets.ts'),
  ]);
  return (matrix: Matrix, limit: Limit) =>
    matrix.columnsAre === 'runs' ? historyOutline(matrix, limit) : targetsOutline({ matrix }, limit);
}

/** Every format of a matrix, in the order in which help texts list them. */
export const matrixReporters: readonly Reporter<Matrix>[] = [
  {
    name: 'terminal',
    file: null,
    description: 'what differs between targets, or is broken since when, for a reader at a terminal',
    load: onTerminal(outline),
  },
  {
    name: 'json',
    file: 'matrix.json',
    description: 'the whole matrix, see schemas/suite/matrix.schema.json',
    load: async () => (matrix) => asJson(matrix, 1),
  },
  {
    name: 'markdown',
    file: 'matrix.md',
    description: 'a summary for a pull request comment or a job summary',
    load: inMarkdown(outline),
  },
  {
    name: 'html',
    file: 'matrix.html',
    description: 'one page for a reviewer; a cell opens its evidence in the page of its report',
    load: onPage(outline),
  },
];
