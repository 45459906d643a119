import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import packageJson from '../../../package.json' with { type: 'json' };
import { root } from '../../support/cli.ts';
import { conformingExchanges } from '../../support/conforming.ts';
import type { Report } from '../../support/subject.ts';
import { asLine } from '../../support/traffic.ts';

/** A folder with traffic in four files, of 0, 1, 2 and 3 exchanges, and an `npx` that starts the command of this checkout. */
export interface ScaleFolder {
  readonly cwd: string;
  /** With that `npx` first. */
  readonly path: string;
  /** Puts the parts of the folder `parts` together. @returns the exit code */
  merge(): number | null;
  /** What the report says of the parts. */
  merged(): { readonly parts: unknown; readonly exchanges: number | undefined };
  remove(): void;
}

/** A script of docs/scale. */
export function scriptOf(name: string): string {
  return join(root, 'docs/scale', name);
}

export function isInstalled(...programs: readonly string[]): boolean {
  return programs.every((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0);
}

/** @param before lines of shell that `npx` runs first */
export function scaleFolder(before = ''): ScaleFolder {
  const cwd = mkdtempSync(join(tmpdir(), 'conformance-scale-'));
  const command = join(root, packageJson.bin.conformance);
  mkdirSync(join(cwd, 'bin'));
  writeFileSync(
    join(cwd, 'bin/npx'),
    `#!/bin/sh\n${before}\nshift\nexec ${process.execPath} ${command} "$@"\n`,
  );
  chmodSync(join(cwd, 'bin/npx'), 0o755);
  mkdirSync(join(cwd, 'logs'));
  const lines = conformingExchanges().map(asLine);
  for (const id of [0, 1, 2, 3])
    writeFileSync(join(cwd, `logs/${id}.ndjson.gz`), gzipSync(`${lines.slice(0, id).join('\n')}\n`));
  const path = `${join(cwd, 'bin')}:${process.env['PATH']}`;
  return {
    cwd,
    path,
    merge: () => {
      const env = { ...process.env, PATH: path };
      return spawnSync('npx', ['conformance', 'check', 'parts/*.json'], { cwd, env }).status;
    },
    merged: () => {
      const report = JSON.parse(readFileSync(join(cwd, 'traffic-report/report.json'), 'utf8')) as Report;
      return { parts: report.traffic?.parts, exchanges: report.traffic?.exchanges };
    },
    remove: () => rmSync(cwd, { recursive: true, force: true }),
  };
}
