/** Runs in the worker before each test file: switches one edit on, or notes which edits the file comes by. */
import { Worker } from 'node:worker_threads';
import { beforeAll, beforeEach, inject } from 'vitest';

/** Shared by all files of the worker, as modules are. */
globalThis.__stryker__ ??= { mutantCoverage: { static: {}, perTest: {} } };
const stryker = globalThis.__stryker__;
const { id, limitMs } = inject('mutant');

/** An edit may make a loop endless, and nothing in this thread would notice. */
function endAfter(ms) {
  if (stryker.watchdog !== undefined) return;
  stryker.watchdog = new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms})`, {
    eval: true,
  });
  stryker.watchdog.unref();
}

if (id !== null) {
  stryker.activeMutant = id;
  endAfter(limitMs);
} else {
  const { mutantCoverage: coverage } = stryker;
  // Whatever runs before the first hook is run by whichever file loads a module first.
  stryker.currentTestId = undefined;
  beforeAll(() => {
    coverage.perTest = { file: {} };
    stryker.currentTestId = 'file';
  });
  beforeEach(({ task: { file } }) => {
    file.meta.ran = coverage.perTest.file;
    file.meta.loaded = coverage.static;
  });
}
