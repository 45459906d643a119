/** `npm run build`, when a source is newer than dist/. A build takes seconds, this look a few hundredths of one. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What scripts/bundle.mjs writes last, so a build that was interrupted does not count. */
const built = 'dist/reporters/html/client.js';

const folders = ['src', 'reporters', 'reference', 'schemas', 'scripts'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Milliseconds since 1970; 0 where there is nothing. */
function changedAt(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The folder and all below it. Folders count too: one that lost a file has no newer file, but a newer time. */
function everything(folder) {
  const below = readdirSync(join(root, folder), { recursive: true });
  return [folder, ...below.map((name) => join(folder, name))];
}

const builtAt = changedAt(built);
const sources = [...folders.flatMap(everything), ...files];
if (sources.some((path) => changedAt(path) >= builtAt)) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  // Not the compiler's 1 or 2, which `npm run conformance` gives a meaning of their own.
  process.exitCode = status === 0 ? 0 : 4;
}
