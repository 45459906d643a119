import type { Plugin } from 'vitest/config';

/**
 * Adds the reporter that provides the recording and sets the exit code. It is loaded late, and until then the exit
 * code is that of a fault of ours: a checkout that cannot be loaded is never taken for a verdict.
 */
export const handRunPlugin: Plugin = {
  name: 'entity-config-conformance',
  configureVitest: async ({ vitest }) => {
    const asFault = () => {
      process.exitCode = 4;
    };
    process.once('exit', asFault);
    const { HandRun } = await import('./hand-run.ts');
    process.off('exit', asFault);
    vitest.config.reporters.push(new HandRun());
  },
};
