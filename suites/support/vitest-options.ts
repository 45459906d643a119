import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vitest/node';

/** The package's folder, in a checkout the repository's, in a build `dist`. */
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where the suites lie. */
export const suiteFolder = fileURLToPath(new URL('..', import.meta.url));

/** `.ts` in a checkout, `.js` in a build. */
const extension = import.meta.url.slice(-3);

/** Names of files that are suites. */
export const suitePattern = new RegExp(`\\.suite\\${extension}$`);

/**
 * How vitest, started by hand, runs the suites that judge a target. One worker thread without isolation: the suites
 * only read, and start-up is what costs.
 */
export const suiteOptions: InlineConfig = {
  root,
  include: [`suites/*.suite${extension}`],
  exclude: [],
  pool: 'threads',
  isolate: false,
  maxWorkers: 1,
  fileParallelism: false,
  watch: false,
  passWithNoTests: false,
  allowOnly: false,
  cache: false,
  // The suites take vitest's runner from our own dependencies; here it has to be that of the vitest that was started,
  // whatever its version. Only what vitest itself loads can be told so, and from a package it loads nothing by itself.
  alias: { '@vitest/runner': 'vitest' },
  server: { deps: { inline: [/[\\/]suites[\\/]/] } },
};
