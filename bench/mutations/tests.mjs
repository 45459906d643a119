import { relative } from 'node:path';
import { BaseSequencer, createVitest } from 'vitest/node';
import { root } from '../support/root.mjs';

/** The order in which files are run: that of the list that was given last. */
let order = [];
class AsGiven extends BaseSequencer {
  async sort(files) {
    return [...files].sort((one, other) => order.indexOf(one.moduleId) - order.indexOf(other.moduleId));
  }
}

const worker = new URL('./worker.mjs', import.meta.url).pathname;
const noEdit = { id: null, limitMs: 0 };

/** The same cases of each property in every run, and few of them: what notices an edit in a hundred cases is no test of it. */
const properties = { CONFORMANCE_PROPERTY_SEED: '1', CONFORMANCE_PROPERTY_RUNS: '20' };

/** The fast tests that load one of the files. Each run has processes of its own, one for each processor. */
function startTests(files, plugin) {
  return createVitest(
    'test',
    {
      root,
      config: false,
      watch: false,
      related: files,
      include: ['tests/**/*.test.ts'],
      exclude: ['tests/slow/**'],
      setupFiles: [worker, 'tests/support/after-each-file.ts'],
      pool: 'forks',
      isolate: false,
      maxWorkers: '100%',
      execArgv: ['--max-semi-space-size=64', '--initial-heap-size=512'],
      testTimeout: 120_000,
      hookTimeout: 120_000,
      bail: 0,
      silent: true,
      reporters: [{}],
      sequence: { sequencer: AsGiven },
      env: properties,
    },
    { plugins: [plugin], logLevel: 'silent' },
  );
}

/** Without this, a run also gives the results that earlier runs left of files that it does not have. */
function forgetRuns({ state }) {
  state.filesMap.clear();
  state.idMap.clear();
}

/** What fails in a file, in words; undefined where nothing does. */
function failureOf(module) {
  const [test] = module.children.allTests('failed');
  if (test !== undefined) return test.fullName;
  const [error] = [module, ...module.children.allSuites()].flatMap((one) => one.errors());
  return error === undefined ? undefined : `cannot be run: ${error.message}`;
}

const nameOf = ({ moduleId }) => relative(root, moduleId);

/** @returns null where nothing fails */
function firstFailure({ testModules, unhandledErrors }) {
  const module = testModules.find((one) => failureOf(one) !== undefined);
  if (module !== undefined) return { file: nameOf(module), test: failureOf(module) };
  const [error] = unhandledErrors;
  return error === undefined ? null : { file: '', test: `the process ended: ${error.message}` };
}

/** Looks once which tests come by which edit, and is then asked for one edit after the other. */
export async function testsOf(files, plugin, { only }) {
  const vitest = await startTests(files, plugin);
  const run = async (specifications, mutant, bail) => {
    order = specifications.map(({ moduleId }) => moduleId);
    vitest.provide('mutant', mutant);
    for (const project of vitest.projects) project.config.bail = bail;
    vitest.config.bail = bail;
    forgetRuns(vitest);
    return vitest.runTestSpecifications(specifications);
  };
  const related = await vitest.getRelevantTestSpecifications();
  const chosen = related.filter(({ moduleId }) => only === undefined || moduleId.includes(only));
  const { testModules } = await run(chosen, noEdit, 0);
  const unfit = new Map();
  /** Some measure what the switches make slower, or larger; others fail when they run in another order. */
  const leaveOutFailing = (modules) => {
    const failing = modules.filter((module) => failureOf(module) !== undefined);
    for (const module of failing) unfit.set(module.moduleId, `${nameOf(module)}: ${failureOf(module)}`);
    return failing.length > 0;
  };
  leaveOutFailing(testModules);
  const fit = testModules.filter(({ moduleId }) => !unfit.has(moduleId));
  const looked = fit.map((module) => {
    const { ran = {}, loaded = {} } = module.meta();
    const { duration, collectDuration } = module.diagnostic();
    return {
      id: module.moduleId,
      ran: new Set(Object.keys(ran)),
      loaded: new Set(Object.keys(loaded)),
      ms: duration,
      loadMs: collectDuration,
    };
  });
  const specification = new Map(chosen.map((one) => [one.moduleId, one]));
  /** What runs only while a module is loaded is seen in the file that loads it first; then all files count that use the room. */
  const coming = ({ id }) => {
    const isLoaded = looked.some(({ loaded }) => loaded.has(id));
    const files = looked.filter(
      ({ id: file, ran }) => !unfit.has(file) && (ran.has(id) || (isLoaded && ran.size > 0)),
    );
    return files.sort((one, other) => one.ms - other.ms);
  };
  const specificationsOf = (files) => files.map(({ id }) => specification.get(id));
  /** Whether the same files, up to the one that failed, pass without the edit. */
  const isConfirmed = async (files, { file }) => {
    const last = files.findIndex(({ id }) => relative(root, id) === file);
    const same = last === -1 ? files : files.slice(0, last + 1);
    return !leaveOutFailing((await run(specificationsOf(same), noEdit, 0)).testModules);
  };
  /** @returns which test fails, null where none does, and how many files come by it */
  const catching = async (mutant) => {
    const files = coming(mutant);
    if (files.length === 0) return { files: 0, caught: null };
    const expected = files.reduce((sum, { ms, loadMs }) => sum + ms + loadMs, 0);
    const limitMs = 20_000 + 5 * expected;
    const caught = firstFailure(await run(specificationsOf(files), { id: mutant.id, limitMs }, 1));
    const isKnown = caught === null || (await isConfirmed(files, caught));
    return isKnown ? { files: files.length, caught } : catching(mutant);
  };
  return { files: looked.length, unfit, catching, close: () => vitest.close() };
}
