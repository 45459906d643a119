import { defineConfig } from 'vitest/config';
import { HandRun } from './src/cli/hand-run.ts';
import { suiteOptions } from './suites/support/vitest-options.ts';

/** Judges a target with vitest started by hand: a recording, or with CONFORMANCE_LIVE=1 answers that it sends for. */
export default defineConfig({
  plugins: [
    {
      name: 'entity-config-conformance',
      configureVitest: ({ vitest }) => {
        vitest.config.reporters.push(new HandRun());
      },
    },
  ],
  test: suiteOptions,
});
