import { configDefaults, defineConfig } from 'vitest/config';

/** `npm run test:slow` alone: minutes of work, with packages from the registry. */
const slow = 'tests/slow/**/*.test.ts';
const { CONFORMANCE_SLOW } = process.env;

/** The self-tests: a failure here means that the suite is wrong, not a target. */
export default defineConfig({
  test: {
    include: [CONFORMANCE_SLOW === '1' ? slow : 'tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(CONFORMANCE_SLOW === '1' ? [] : [slow])],
    pool: 'threads',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for a child process; one worker fewer than processors, the default, leaves a machine of two half idle.
    maxWorkers: '100%',
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'reporters/**/*.{ts,tsx}'],
      // The entry of a process: tests/cli runs it as such, where coverage does not look.
      exclude: [
        'src/cli/main.ts',
        // Needs a terminal, which tests/terminal gives to a process of its own.
        'src/cli/prompts.ts',
        // The page's script runs in the browser of tests/html.
        'reporters/html/client.ts',
        '**/*.d.ts',
      ],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 95, branches: 90 },
    },
  },
});
