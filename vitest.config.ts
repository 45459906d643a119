import { defineConfig } from 'vitest/config';

/** The self-tests: a failure here means that the suite is wrong, not a target. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    pool: 'threads',
    testTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'reporters/**/*.ts', 'suites/support/**/*.ts'],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 95, branches: 90 },
    },
  },
});
