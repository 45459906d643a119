import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Report } from '../../schemas/types.ts';
import { readText } from '../files/read.ts';
import { buildReport } from '../report/build.ts';
import { execute } from '../run/execute.ts';
import { recordedOnce } from '../run/recorded-once.ts';
import { refusing, UsageError } from './exit.ts';
import { journalName } from './folder.ts';
import { processIo } from './io.ts';
import { sending, settingsFor, withWaivers } from './settings.ts';
import { tool } from './tool.ts';
import { checkedRecording } from './written-files.ts';

/** What the tests get when somebody starts vitest by hand. */
interface VitestContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
}

const nothingToJudge = `there is nothing to judge. Set a recording, for example CONFORMANCE_EXCHANGES=conformance-report/${journalName}; with CONFORMANCE_LIVE=1 it is created if it does not exist yet.`;

/** Makes the recording where it is not there yet. Settings are read before anybody claims to make it. */
async function send({ environment, cwd }: VitestContext, journal: string): Promise<void> {
  if (existsSync(journal)) return;
  const { err } = processIo(environment);
  const { settings } = await settingsFor({ flags: {}, environment, cwd, err });
  const events = { onCommandError: (line: string) => err(`${line}\n`) };
  await recordedOnce(journal, () => sending(execute({ settings, environment, tool, journal, events })));
}

/** @throws UsageError that names the recording */
function namingFile<T>(path: string, read: () => T): T {
  return refusing(
    read,
    ({ message }) =>
      `CONFORMANCE_EXCHANGES ${path} cannot be judged: ${message}. Set it to a recording, for example conformance-report/${journalName}.`,
  );
}

/**
 * The report of the recording that CONFORMANCE_EXCHANGES names. With CONFORMANCE_LIVE=1 the recording is made where it is
 * not there yet, by one of all the workers that ask.
 *
 * @throws UsageError when there is nothing to judge, or settings are wrong; nothing was sent then
 */
export async function reportOf(surroundings: VitestContext): Promise<Report> {
  const { environment, cwd } = surroundings;
  const named = environment['CONFORMANCE_EXCHANGES'] ?? '';
  if (named === '') throw new UsageError(nothingToJudge);
  const path = resolve(cwd, named);
  if (environment['CONFORMANCE_LIVE'] === '1') await send(surroundings, path);
  const read = namingFile(named, () => checkedRecording(readText(path)));
  const recording = await withWaivers(read, environment['CONFORMANCE_WAIVERS_FILE'], cwd);
  return buildReport(recording);
}
