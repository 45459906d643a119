import { dirname, resolve } from 'node:path';
import { reporters } from '../../reporters/index.ts';
import { type ExitCode, exitCodes } from './exit.ts';
import { chosenFormats } from './formats.ts';
import type { Io } from './io.ts';
import { openFolder } from './output-folder.ts';
import { publish } from './publish.ts';
import { readReport } from './report-file.ts';

export interface RenderOptions {
  /** Names of formats, comma-separated; all of them without it. */
  readonly reporter?: string;
  /** Folder for the reports; that of the file without it. */
  readonly out?: string;
  /** Waivers in place of those that the recorded run had. */
  readonly waivers?: string;
}

/** Writes every format again. What it reads was redacted when it was made. @returns 0, whatever the outcome was */
export async function render(file: string, options: RenderOptions, cwd: string, io: Io): Promise<ExitCode> {
  const names = chosenFormats(options.reporter, reporters);
  const report = await readReport(file, cwd, options.waivers);
  const folder = openFolder(resolve(cwd, options.out ?? dirname(file)));
  await publish({ report, reporters: names, folder, io, secrets: [] });
  return exitCodes.conforms;
}
