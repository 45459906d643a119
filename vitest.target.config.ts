import { defineConfig } from 'vitest/config';
import { handRunPlugin } from './src/cli/hand-run-plugin.ts';
import { suiteOptions } from './suites/support/vitest-options.ts';

/** Judges a target with vitest started by hand: a recording, or with CONFORMANCE_LIVE=1 answers that it sends for. */
export default defineConfig({ plugins: [handRunPlugin], test: suiteOptions });
