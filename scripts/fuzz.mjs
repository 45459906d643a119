import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

/**
 * Tries hostile services, and files of every kind that is read back, for as long as it is told:
 * node scripts/fuzz.mjs --seconds 300 [--seed N] [--cases N]
 */
const options = { seconds: { type: 'string' }, seed: { type: 'string' }, cases: { type: 'string' } };

/** @param {string} problem */
function refuse(problem) {
  process.stderr.write(`fuzz: ${problem}\n`);
  process.exit(2);
}

function given() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(`${error.message.split('.')[0]}. Expected, for example, npm run fuzz -- --seconds 60`);
  }
}

const values = given();

/** @param {'seconds' | 'seed' | 'cases'} name @param {number} fallback */
function number(name, fallback) {
  const value = Number(values[name] ?? fallback);
  if (Number.isFinite(value) && value >= 0) return value;
  return refuse(`--${name} ${values[name]} is not a number from 0, for example --${name} 60`);
}

const seconds = number('seconds', 60);
const cases = number('cases', Number.MAX_SAFE_INTEGER);
const seed = number('seed', Math.floor(Math.random() * 0x7fffffff));

const vite = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, watch: null, ws: false, hmr: false },
});
try {
  const { fuzz } = await vite.ssrLoadModule('/tests/support/fuzz.ts');
  const began = performance.now();
  const result = await fuzz({
    seconds,
    cases,
    seed,
    onFailure: (failed, problems) => {
      const again = `node scripts/fuzz.mjs --seed ${failed} --cases 1`;
      process.stdout.write(`failure: ${again}\n${problems.map((problem) => `  ${problem}\n`).join('')}`);
    },
  });
  const mebibytes = (/** @type {number} */ bytes) => `${Math.round(bytes / 1024 / 1024)} MiB`;
  const { slowest } = result;
  const kinds = [...result.perKind].sort().map(([kind, count]) => `${kind} ${count}`);
  process.stdout.write(
    `fuzz: cases of each kind: ${kinds.join(', ')}\n` +
      `fuzz: peak memory of a command in its own process ${mebibytes(result.peakBytes)}, of this one ${mebibytes(result.ownPeakBytes)}\n` +
      `fuzz: slowest case ${slowest.kind}, seed ${slowest.seed}, ${Math.round(slowest.ms)} ms\n`,
  );
  const took = Math.round((performance.now() - began) / 1000);
  process.stdout.write(
    `fuzz: ${result.cases} cases tried, ${result.failures} failures found, seed ${seed}, ${took} s\n`,
  );
  process.exitCode = result.failures > 0 ? 1 : 0;
} finally {
  await vite.close();
}
