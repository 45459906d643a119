import type { ComparedTargets } from './outline/targets.ts';
import { onPage, onTerminal } from './outlined.ts';
import type { Reporter } from './reporter.ts';

const outline = async () => (await import('./outline/targets.ts')).targetsOutline;

/** Every format of a run of several targets; none of them is chosen by name. */
export const targetsReporters: readonly Reporter<ComparedTargets>[] = [
  {
    name: 'html',
    file: 'index.html',
    description: 'one page that compares the targets, and leads to their reports',
    load: onPage(outline),
  },
  {
    name: 'terminal',
    file: null,
    description: 'the verdict on each target, for a reader at a terminal',
    load: onTerminal(outline),
  },
];
