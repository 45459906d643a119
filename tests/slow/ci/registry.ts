import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { temporaryFolder } from '../../support/cli.ts';
import { listening } from '../../support/free-port.ts';
import { writeProgram } from './workspace.ts';

/** A registry on loopback with one package, named like ours, whose command only says where it is from. */
export interface Registry {
  readonly url: string;
  /** Requests so far. */
  readonly asked: () => number;
  readonly close: () => Promise<void>;
}

/** The package as npm packs it. @param says what its command prints */
export function tarball(says: string): Buffer {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'package'));
  const { name, version } = packageJson;
  const manifest = { name, version, bin: { conformance: 'main.js' } };
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(manifest));
  writeProgram(
    join(folder, 'package/main.js'),
    `#!/usr/bin/env node\nconsole.log(${JSON.stringify(says)});\n`,
  );
  execFileSync('tar', ['-czf', 'made.tgz', 'package'], { cwd: folder });
  return readFileSync(join(folder, 'made.tgz'));
}

function documentOf(url: string, bytes: Buffer): string {
  const { name, version } = packageJson;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const dist = { tarball: `${url}package-${bytes.length}.tgz`, integrity };
  const versions = { [version]: { name, version, bin: { conformance: 'main.js' }, dist } };
  return JSON.stringify({ name, 'dist-tags': { latest: version }, versions });
}

export async function startRegistry(says: string, port = 0): Promise<Registry> {
  const bytes = tarball(says);
  let asked = 0;
  const server = createServer(({ url: path = '', headers: { host } }, response) => {
    asked += 1;
    response.setHeader('cache-control', 'public, max-age=3600');
    response.setHeader('connection', 'close');
    response.end(path.endsWith('.tgz') ? bytes : documentOf(`http://${host}/`, bytes));
  });
  const taken = await listening(server, port);
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${taken}/`, asked: () => asked, close };
}
