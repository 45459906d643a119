import { dirname, resolve } from 'node:path';
import { filesOf, reporterNames } from '../../../reporters/index.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import { openFolder } from '../../output/folder.ts';
import { publish } from '../../output/publish.ts';
import { readReport } from '../../output/report-file.ts';
import { withPrevious } from '../../output/run-output.ts';
import { buildServiceUrl } from '../../settings/report-url.ts';
import { printedOf } from '../options/common.ts';
import type { RenderInput } from './commands.ts';

async function verified(given: RenderInput, report: string): Promise<ExitCode> {
  const { reporter, out, verbose, quiet, json } = given.options;
  const idle = Object.entries({ reporter, out, verbose, quiet, json }).find(([, one]) => one !== undefined);
  if (idle !== undefined)
    throw new UsageError(
      `--verify and --${idle[0]} contradict each other: nothing is written where a report is verified. Keep one.`,
    );
  return (await import('./verify.ts')).verify(given, report);
}

/** Writes every format again. What it reads was redacted when it was made. @returns 0, whatever the outcome was */
export async function render(given: RenderInput): Promise<ExitCode> {
  const {
    words: [file = ''],
    options,
    invocation: { cwd, io, environment },
  } = given;
  const printed = printedOf(options);
  const { waivers, previous, verify } = options;
  if (verify !== undefined) return verified(given, verify);
  const { out = dirname(file), reporter: names = reporterNames } = options;
  const read = await readReport(file, cwd, waivers);
  const earlier = previous === undefined ? null : { report: await readReport(previous, cwd) };
  const report = await withPrevious(read, earlier);
  const folder = openFolder(resolve(cwd, out), filesOf(names));
  const pageUrl = buildServiceUrl(environment);
  await publish({ report, reporters: names, folder, io, secrets: [], cwd, printed, pageUrl });
  return exitCodes.conforms;
}
