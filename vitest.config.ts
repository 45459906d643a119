import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

/** Cases that tests/support/properties.ts tries each property on. */
const cases = Number(process.env['CONFORMANCE_PROPERTY_RUNS'] ?? 25);

/** Only there to end what hangs, milliseconds: a busy machine takes many times what an idle one does. */
const hangsAfter = 300_000 + 300 * cases;

/**
 * The self-tests: a failure here means that the suite is wrong, not a target. `npm test` runs the project `fast`,
 * `npm run test:slow` what starts processes at length, browsers and terminals, or takes much memory; `npm run test:long`
 * what takes many minutes or needs programs that few machines have, and no gate runs.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    reporters: ['default', './reporters/vitest.ts'],
    // Room for what a test makes and forgets: with V8's 16 MB a seventh of the processor's time goes into collecting it.
    // And for what the modules of a worker keep: with V8's small heap at the start, all of it is collected so often that
    // files which run late take twice the processor's time.
    execArgv: ['--max-semi-space-size=64', '--initial-heap-size=512'],
    testTimeout: hangsAfter,
    hookTimeout: hangsAfter,
    expect: { poll: { timeout: 120_000 } },
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tests/support/after-each-file.ts'],
    // Every module is loaded once for each worker, not for each of 200 files.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'fast', include: ['tests/**/*.test.ts'], exclude: ['tests/slow/**'] },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: ['tests/slow/**/*.test.ts'],
          exclude: ['tests/slow/long/**'],
          // Much of their time they wait for processes, browsers and terminals.
          maxWorkers: availableParallelism() + 2,
          sequence: { groupOrder: 1, sequencer: LongestFirst },
        },
      },
      {
        resolve: {
          alias: { 'entity-config-conformance/vitest': join(import.meta.dirname, 'src/vitest.ts') },
        },
        // Judges a service: `npm run suite`, `npx vitest run suites`.
        test: {
          name: 'suite',
          include: ['suites/*.test.ts'],
          testTimeout: 0,
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      { extends: true, test: { name: 'long', include: ['tests/slow/long/**/*.test.ts'] } },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'reporters/**/*.{ts,tsx}'],
      exclude: [
        // The entry of a process, where coverage does not look.
        'src/cli/main.ts',
        // Needs a terminal, which tests/slow/terminal gives to a process of its own.
        'src/cli/setup/prompts.ts',
        // The page's script runs in the browser of tests/slow/html.
        'reporters/html/client.ts',
        '**/*.d.ts',
      ],
      reporter: ['text-summary', 'html'],
    },
  },
});
