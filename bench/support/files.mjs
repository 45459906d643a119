import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function writeJson(path, value) {
  writeFileSync(path, JSON.stringify(value, null, 2));
}

export function emptyFolder(path) {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

export function removeAtExit(path) {
  process.on('exit', () => rmSync(path, { recursive: true, force: true }));
}

/** A folder for this process alone; it is gone when the process is. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  removeAtExit(path);
  return path;
}
