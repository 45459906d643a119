/** Builds dist/ when a source is newer than it, so that `npm run conformance` does not wait for nothing. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'dist/src/cli/main.js');
const sources = ['src', 'reporters', 'reference', 'suites', 'schemas', 'scripts'];
const files = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'vitest.target.config.ts',
];

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The folders too: a file that was removed leaves only the time of its folder. */
function newest() {
  const below = sources.flatMap((folder) => [
    folder,
    ...readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
  ]);
  return Math.max(...[...below, ...files].map((path) => timeOf(join(root, path))));
}

if (timeOf(built) <= newest()) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  process.exitCode = status === 0 ? 0 : 4;
}
