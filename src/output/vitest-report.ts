import { dirname, resolve, sep } from 'node:path';
import { filesOf, reporterNamed, reporterNames } from '../../reporters/index.ts';
import type { Tool } from '../../schemas/types.ts';
import { readText } from '../files/read.ts';
import { buildReport } from '../report/build.ts';
import { execute } from '../run/execute.ts';
import { buildServiceUrl } from '../settings/report-url.ts';
import { withEvidence } from './evidence.ts';
import { exitCodes, refusing } from './exit.ts';
import { journalName, openFolder, shownPath } from './folder.ts';
import { type Io, processIo } from './io.ts';
import { publish } from './publish.ts';
import { publishRun, takeOutput } from './run-output.ts';
import { sending, settingsFor, withWaivers } from './settings.ts';
import { tool } from './tool.ts';
import { madeOnce, refuseSending, type Shared, type ToldReport } from './vitest-start.ts';
import { checkedRecording } from './written-files.ts';

/** What the tests get when somebody starts vitest: of a recording that is named, or of requests that are sent once. */
interface VitestContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** Commands that reports name work where vitest was started: in a project, or in a clone. */
const isInstalled = import.meta.dirname.split(sep).includes('node_modules');
const startedTool: Tool = {
  ...tool,
  command: isInstalled ? 'npx conformance' : 'npm run conformance --',
  run: isInstalled ? 'npx vitest run' : 'npm run suite',
};

function silentIo(io: Io): Io {
  return { ...io, rendered: () => undefined, commands: () => undefined, annotations: false };
}

/** Sends and writes what `conformance run` does; the reporter prints it. */
async function send({ environment, cwd }: VitestContext): Promise<ToldReport> {
  const io = silentIo(processIo(environment));
  const { settings } = await settingsFor({ flags: {}, environment, cwd, err: io.err });
  const { out, reporters, reportUrl, answers } = settings;
  const output = await takeOutput(settings, io);
  const events = { onCommandError: (line: string) => io.err(`${line}\n`) };
  const journal = output.folder.path(journalName);
  const sent = await sending(execute({ settings, environment, tool: startedTool, journal, events }));
  const pageUrl = reportUrl ?? buildServiceUrl(environment);
  const { report, leaks } = await publishRun({ ...sent, io, reporters, cwd, pageUrl, answers }, output);
  const places = leaks.map(({ where }) => where).join(', ');
  if (places !== '') throw new Error(`a secret had to be masked in ${places}. Please report it.`);
  return { report, out: shownPath(out, cwd), reporters, isWritten: true };
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
  const { environment } = surroundings;
  const named = environment['CONFORMANCE_EXCHANGES'] ?? '';
  return await madeOnce(environment, async () => {
    if (named !== '') return await judged(named, surroundings);
    refuseSending(environment);
    return await send(surroundings);
  });
}

async function judged(named: string, { environment, cwd }: VitestContext): Promise<ToldReport> {
  const path = resolve(cwd, named);
  const read = namingFile(named, () => checkedRecording(readText(path)));
  const recording = await withWaivers(read, environment['CONFORMANCE_WAIVERS_FILE'], cwd);
  const report = withEvidence(buildReport(recording), recording.header.answers);
  const reporters = reporterNames.filter(isUsual);
  return { report, out: shownPath(dirname(path), cwd), reporters, isWritten: false };
}

function isUsual(name: string): boolean {
  return reporterNamed(name)?.onRequest !== true;
}

/**
 * At the end of a start: prints the fields and the conclusion, writes the reports that no worker has written, and ends the
 * process with the exit code of the report unless that is 0.
 */
export async function tell(
  ended: Shared,
  { environment, cwd, isFiltered }: VitestContext & { readonly isFiltered: boolean },
): Promise<void> {
  if (!('made' in ended)) {
    process.exitCode = 'refused' in ended ? exitCodes.usage : exitCodes.fault;
    return;
  }
  const { report, reporters, out, isWritten } = ended.made;
  const opened = openFolder(resolve(cwd, out), filesOf(reporters));
  const folder = isWritten ? { ...opened, write: () => undefined } : opened;
  const names = reporters.includes('terminal') ? reporters : ['terminal', ...reporters];
  const pageUrl = buildServiceUrl(environment);
  const io = processIo(environment);
  io.rendered(isFiltered ? '\n-t chose some tests; this is the report of the whole run:\n\n' : '\n');
  const publication = { report, reporters: names, folder, io, secrets: [], cwd, pageUrl };
  await publish({ ...publication, printed: 'fields', annotate: true });
  if (report.summary.exitCode > 0) process.exitCode = report.summary.exitCode;
}
