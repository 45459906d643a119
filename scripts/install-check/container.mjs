import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { check } from './run.mjs';

/** Readable by any user, and gone at the end. */
export function temporaryFolder() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'conformance-install-')));
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
    process.on(signal, () => process.exit(code));
  return folder;
}

function npmSetting(name) {
  return check('npm', ['config', 'get', name], {}).stdout.trim();
}

/** The registry of this machine, and the authorities that it needs to be believed; nothing else of its settings. */
const registry = Object.fromEntries(
  ['registry', 'cafile']
    .map((name) => [`npm_config_${name}`, npmSetting(name)])
    .filter(([, value]) => value !== 'null' && value !== ''),
);

/** The npm of this machine, run by another Node.js: the packages that hold a Node.js hold no npm. */
function npmFolder() {
  const npm = realpathSync(check('sh', ['-c', 'command -v npm'], {}).stdout.trim());
  return join(npm, '..');
}

function writeScript(path, text) {
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

/**
 * A folder that is to a program what a fresh container is: an empty HOME, and node and npm first in PATH.
 * @param node path of the Node.js binary
 */
export function makeContainer(parent, node) {
  const version = check(node, ['--version'], {}).stdout.trim().slice(1);
  const folder = join(parent, version);
  const bin = join(folder, 'bin');
  const home = join(folder, 'home');
  for (const path of [bin, home]) mkdirSync(path, { recursive: true });
  symlinkSync(realpathSync(node), join(bin, 'node'));
  for (const name of ['npm', 'npx'])
    writeScript(join(bin, name), `exec node "${npmFolder()}/${name}-cli.js" "$@"`);
  const env = { PATH: [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter), HOME: home, ...registry };
  return { folder, version, env, node: join(bin, 'node') };
}
