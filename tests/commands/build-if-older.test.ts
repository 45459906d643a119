import { copyFileSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { finished, root, temporaryFolder } from '../support/cli.ts';

const script = 'scripts/build-if-older.mjs';
const built = 'dist/reporters/html/client.js';
const sources = [
  script,
  'src/run/plan.ts',
  'reporters/junit.ts',
  'reference/routes.ts',
  'suites/conformance.suite.ts',
  'schemas/envelope.schema.json',
  'package.json',
];

/** Seconds since 1970. */
const before = 1_000_000_000;
const after = 2_000_000_000;

/** A checkout whose npm says that it was started, and ends with the code in `exit`; `built` where it is 0. */
function checkout(exit: number) {
  const folder = temporaryFolder();
  const at = (path: string) => join(folder, path);
  for (const path of [...sources, built, 'bin/npm']) mkdirSync(dirname(at(path)), { recursive: true });
  for (const path of sources) writeFileSync(at(path), '');
  copyFileSync(join(root, script), at(script));
  const build = exit === 0 ? `: > ${built}; ` : '';
  writeFileSync(at('bin/npm'), `#!/bin/sh\n${build}echo npm "$@"; exit ${exit}\n`, { mode: 0o755 });
  const age = (path: string, time: number) => utimesSync(at(path), time, time);
  for (const path of sources.flatMap((source) => [source, dirname(source)])) age(path, before);
  const env = { PATH: [at('bin'), process.env['PATH']].join(delimiter) };
  return { at, age, build: () => finished(at(script), [], { env }) };
}

const ran = { code: 0, stdout: 'npm run --silent build\n' };
const didNot = { code: 0, stdout: '', stderr: '' };

test('builds where nothing was built, and then no more', async () => {
  const { at, build } = checkout(0);
  expect(await build()).toMatchObject(ran);
  expect(existsSync(at(built))).toBe(true);
  expect(await build()).toEqual(didNot);
});

test.each(['src/run/plan.ts', 'src/run', 'schemas/envelope.schema.json', 'package.json'])(
  'builds when %s is newer',
  async (path) => {
    const { at, age, build } = checkout(0);
    writeFileSync(at(built), '');
    age(path, after);
    expect(await build()).toMatchObject(ran);
  },
);

test('builds when a source was removed', async () => {
  const { at, age, build } = checkout(0);
  writeFileSync(at(built), '');
  age(built, before + 1);
  rmSync(at('src/run/plan.ts'));
  expect(await build()).toMatchObject(ran);
});

test('a build that fails is exit 4, as a fault of the suite itself', async () => {
  const { build } = checkout(2);
  expect(await build()).toMatchObject({ ...ran, code: 4 });
});
