import { copyFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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
  'suites/envelope.test.ts',
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
type Checkout = ReturnType<typeof checkout>;

test.each<[string, (of: Checkout) => void]>([
  ['nothing was built', () => undefined],
  ...['src/run/plan.ts', 'src/run', 'schemas/envelope.schema.json', 'package.json'].map(
    (path): [string, (of: Checkout) => void] => [
      `${path} is newer`,
      ({ at, age }) => {
        writeFileSync(at(built), '');
        age(path, after);
      },
    ],
  ),
  [
    'a source was removed',
    ({ at, age }) => {
      writeFileSync(at(built), '');
      age(built, before + 1);
      rmSync(at('src/run/plan.ts'));
    },
  ],
])('builds where %s', async (_, change) => {
  const made = checkout(0);
  change(made);
  expect(await made.build()).toMatchObject(ran);
});

test('builds no more once it was built; a build that fails is exit 4, as a fault of the suite itself', async () => {
  const { build } = checkout(0);
  await build();
  expect(await build()).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await checkout(2).build()).toMatchObject({ ...ran, code: 4 });
});
