import { fileURLToPath } from 'node:url';
import type { InlineConfig } from 'vitest/node';

/** The package's folder, in a checkout the repository's, in a build `dist`. */
const root = fileURLToPath(new URL('../..', import.meta.url));

/** `.ts` in a checkout, `.js` in a build. */
const extension = import.meta.url.slice(-3);

/**
 * How vitest runs the suites that judge a target. One worker thread without isolation: the suites only read, and
 * start-up is what costs. Everything but the suites themselves is loaded by Node as it is when it is compiled.
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
  server: { deps: { external: [/\/dist\//] } },
};
