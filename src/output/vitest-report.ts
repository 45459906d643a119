import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { filesOf, reporterNamed, reporterNames } from '../../reporters/index.ts';
import type { Report } from '../../schemas/types.ts';
import { readText } from '../files/read.ts';
import { ownerOnly, replaceFile } from '../files/write.ts';
import { buildReport } from '../report/build.ts';
import { execute } from '../run/execute.ts';
import { recordedOnce } from '../run/recorded-once.ts';
import { buildServiceUrl } from '../settings/report-url.ts';
import { withEvidence } from './evidence.ts';
import { refusing } from './exit.ts';
import { journalName, openFolder } from './folder.ts';
import { type Io, processIo } from './io.ts';
import { publish } from './publish.ts';
import { publishRun, takeOutput } from './run-output.ts';
import { sending, settingsFor, withWaivers } from './settings.ts';
import { tool } from './tool.ts';
import { startOf } from './vitest-start.ts';
import { checkedRecording } from './written-files.ts';

/** What the tests get when somebody starts vitest: of a recording that is named, or of requests that are sent once. */
interface VitestContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** What a worker hands to the reporter, in the metadata of a test: all that is printed and written at the end. */
export interface ToldReport {
  readonly report: Report;
  /** Where its files are. */
  readonly out: string;
  readonly reporters: readonly string[];
}

function silentIo(io: Io): Io {
  return { ...io, rendered: () => undefined, commands: () => undefined, annotations: false };
}

/** Sends and writes what `conformance run` does; the report lies at `path` once that is complete. */
async function send({ environment, cwd }: VitestContext, path: string): Promise<void> {
  const io = silentIo(processIo(environment));
  const { settings } = await settingsFor({ flags: {}, environment, cwd, err: io.err });
  const { reporters, reportUrl, answers } = settings;
  await recordedOnce(path, async () => {
    const output = await takeOutput(settings, io);
    const events = { onCommandError: (line: string) => io.err(`${line}\n`) };
    const journal = output.folder.path(journalName);
    const sent = await sending(execute({ settings, environment, tool, journal, events }));
    const pageUrl = reportUrl ?? buildServiceUrl(environment);
    const { report, leaks } = await publishRun({ ...sent, io, reporters, cwd, pageUrl, answers }, output);
    const places = leaks.map(({ where }) => where).join(', ');
    if (places !== '') throw new Error(`a secret had to be masked in ${places}. Please report it.`);
    const told: ToldReport = { report, out: settings.out, reporters };
    replaceFile(path, JSON.stringify(told), { mode: ownerOnly });
  });
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
 * The report of the recording that CONFORMANCE_EXCHANGES names; without one, that of the requests of this start, which are
 * sent by one of all the workers that ask.
 *
 * @throws UsageError where nothing may be sent, or settings are wrong; nothing was sent then
 */
export async function reportOf(surroundings: VitestContext): Promise<ToldReport> {
  const { environment, cwd } = surroundings;
  const named = environment['CONFORMANCE_EXCHANGES'] ?? '';
  if (named === '') {
    const path = startOf(environment);
    if (!existsSync(path)) await send(surroundings, path);
    return JSON.parse(readText(path));
  }
  const path = resolve(cwd, named);
  const read = namingFile(named, () => checkedRecording(readText(path)));
  const recording = await withWaivers(read, environment['CONFORMANCE_WAIVERS_FILE'], cwd);
  const report = withEvidence(buildReport(recording), recording.header.answers);
  return { report, out: dirname(path), reporters: reporterNames.filter(isUsual) };
}

function isUsual(name: string): boolean {
  return reporterNamed(name)?.onRequest !== true;
}

/** Prints what `conformance run` prints, writes its reports, and ends the process with its exit code unless that is 0. */
export async function tell(told: ToldReport, { environment, cwd }: VitestContext): Promise<void> {
  const { report, reporters, out } = told;
  const folder = openFolder(resolve(cwd, out), filesOf(reporters));
  const names = reporters.includes('terminal') ? reporters : ['terminal', ...reporters];
  const pageUrl = buildServiceUrl(environment);
  const io = processIo(environment);
  io.rendered('\n');
  await publish({ report, reporters: names, folder, io, secrets: [], cwd, pageUrl, annotate: true });
  if (report.summary.exitCode > 0) process.exitCode = report.summary.exitCode;
}
