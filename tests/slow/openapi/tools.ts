import { execFile } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root, type Started, start, temporaryFolder } from '../../support/cli.ts';
import { freePort } from '../../support/free-port.ts';

const execute = promisify(execFile);

/**
 * Tools of others, which are installed here as `npx` would: they take 140 MB and 220 packages, Prism most of it, which
 * nobody needs who changes the suite.
 */
export interface Tools {
  /** Runs a module that imports them, with what it prints as JSON. */
  readonly run: <Result>(program: string) => Promise<Result>;
  /** Writes a file that they read. */
  readonly write: (name: string, content: string | object) => void;
  readonly folder: string;
}

export async function installTools(): Promise<Tools> {
  const folder = temporaryFolder();
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(root, 'tests/slow/openapi/tools', name), join(folder, name));
  await execute('npm', ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: folder,
  });
  return {
    folder,
    run: async (program) => {
      const args = ['--input-type=module', '--eval', program];
      const { stdout } = await execute(process.execPath, args, { cwd: folder });
      return JSON.parse(stdout);
    },
    write: (name, content) =>
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content)),
  };
}

export interface Mock {
  readonly baseUrl: string;
  readonly stop: () => Promise<unknown>;
}

/** Prism, which makes up responses from an OpenAPI file in the folder of the tools; always the same ones. */
export async function startPrism({ folder }: Tools, file: string): Promise<Mock> {
  const port = await freePort();
  const prism: Started = start(
    'node_modules/@stoplight/prism-cli/dist/index.js',
    [...['mock', file], ...['--dynamic', '--seed', '7', '--host', '127.0.0.1', '--port', `${port}`]],
    { cwd: folder },
  );
  await prism.printed('stdout', /Prism is listening/);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: () => {
      prism.signal('SIGTERM');
      return prism.ended;
    },
  };
}
