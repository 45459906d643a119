import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { finished, root, temporaryFolder } from '../../support/cli.ts';

/** A user's project: the built package and some of our own dependencies by name, and files. */
export interface ProjectContents {
  readonly packages?: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** The folder of a new project, removed after the file's tests. */
export function makeProject({ packages = [], files }: ProjectContents): string {
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

/** What the compiler says of a project; empty when nothing. */
export async function typeProblems(folder: string, options: object): Promise<string> {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    preserveSymlinks: true,
    ...options,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = await finished(tsc, ['--project', folder], { cwd: folder });
  return stdout + stderr;
}
