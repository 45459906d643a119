import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, temporaryFolder } from '../../support/cli.ts';

/** A user's project: the built package and some of our own dependencies by name, and files. It is removed after the file's tests. */
export function makeProject(contents: {
  packages: readonly string[];
  files: Record<string, string>;
}): string {
  const { packages, files } = contents;
  const folder = temporaryFolder();
  const link = (name: string, target: string) => {
    const path = join(folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  };
  link('entity-config-conformance', root);
  for (const name of packages) link(name, join(root, 'node_modules', name));
  const all = { 'package.json': '{"type":"module","private":true}', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
