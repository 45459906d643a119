import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';

/** The package's folder; in a build, `dist`. */
const root = fileURLToPath(new URL('.', import.meta.url));
/** `.ts` in a checkout, `.js` in a build. */
const extension = import.meta.url.slice(-3);

const { CONFORMANCE_LIVE, CONFORMANCE_EXCHANGES } = process.env;

/** A new name in each process that runs vitest; one name for all of its workers and projects, which load this file each. */
const started = `${Math.trunc(performance.timeOrigin)}-${process.pid}`;
const fresh = join(process.cwd(), 'conformance-report', `exchanges-${started}.ndjson`);

/** What runs again and again, or in parts, judges a recording. */
const sendingOnce: Plugin = {
  name: 'entity-config-conformance',
  configureVitest: ({ vitest: { config } }) => {
    if (CONFORMANCE_LIVE !== '1' || (!config.watch && config.shard === undefined)) return;
    throw new Error(
      'CONFORMANCE_LIVE=1 goes neither with watch mode nor with --shard. Use vitest run, or judge a recording: CONFORMANCE_EXCHANGES=conformance-report/exchanges.ndjson.',
    );
  },
};

/** Judges a target with vitest: a recording, or with CONFORMANCE_LIVE=1 the answers to requests that it sends. */
export default defineConfig({
  plugins: [sendingOnce],
  test: {
    root,
    // vitest 5 takes no root from a file that a project extends.
    dir: root,
    include: [`suites/*.suite${extension}`],
    exclude: [],
    env: {
      CONFORMANCE_EXCHANGES: CONFORMANCE_EXCHANGES ?? (CONFORMANCE_LIVE === '1' ? fresh : ''),
    },
    testTimeout: 0,
    passWithNoTests: false,
    allowOnly: false,
    cache: false,
  },
});
