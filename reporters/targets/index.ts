import type { TargetsSummary } from '../../src/model/targets.ts';
import type { Reporter } from '../reporter.ts';

/** What several targets come to, and where their reports are. */
export interface ShownTargets {
  readonly summary: TargetsSummary;
  /** The folder for all targets, as it is shown. */
  readonly folder: string;
  /** The page for all targets. */
  readonly page: string;
}

/** Every format of a run of several targets; none of them is chosen by name. */
export const targetsReporters: readonly Reporter<ShownTargets>[] = [
  {
    name: 'html',
    file: 'index.html',
    description: 'one page that leads to those of the targets',
    load: async () => {
      const { render } = await import('./html.tsx');
      return ({ summary }) => render(summary);
    },
  },
  {
    name: 'terminal',
    file: null,
    description: 'the verdict on each target, for a reader at a terminal',
    load: async () => (await import('./terminal.ts')).render,
  },
];
