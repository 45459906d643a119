import { reporters } from '../../reporters/index.ts';
import type { ReferenceSettings, SettingSource, Settings, TargetSettings } from '../config.ts';
import { proveDescriptors } from './descriptors.ts';
import { type ExitCode, exitCodes } from './exit.ts';
import type { Io } from './io.ts';
import type { Judging } from './judging.ts';
import { journalName, type OutputFolder, takeFolder } from './output-folder.ts';
import { type Previous, readPrevious, sincePrevious } from './previous.ts';
import { startProbing } from './probing.ts';
import { progressTo } from './progress.ts';
import type { Leak } from './publish.ts';
import { newRunId } from './run-id.ts';
import { problemsError } from './settings-options.ts';
import { onSignals, refuseAfterSignal } from './signals.ts';
import { tool } from './tool.ts';

/** What a run is started with. */
export interface RunInput {
  readonly settings: Settings;
  readonly sources: readonly SettingSource[];
  readonly environment: NodeJS.ProcessEnv;
  readonly io: Io;
}

/** Prints what would be sent. */
export async function plan({ settings, sources, io }: RunInput): Promise<ExitCode> {
  const target = settings.reference ? await referencePlan(settings) : settings;
  const { planText } = await import('./plan-text.ts');
  io.out(planText(target, sources, newRunId(), io.columns));
  return exitCodes.conforms;
}

/** The embedded service is started to learn its address, and asked nothing. */
async function referencePlan(settings: ReferenceSettings): Promise<TargetSettings> {
  const { startReference } = await import('../../reference/service.ts');
  const { referenceTarget } = await import('./job.ts');
  const reference = await startReference();
  await reference.close();
  return referenceTarget(settings, reference);
}

/** Loads what comes after judging, so that it can happen while the suites judge. */
async function reporting(names: readonly string[]) {
  const [{ buildReport }, { cleanJournal, preload, publish }] = await Promise.all([
    import('../report/build.ts'),
    import('./publish.ts'),
  ]);
  await preload(names);
  return { buildReport, cleanJournal, publish };
}

/** Redaction failed us: what was about to be written held a secret. It was masked there, and the rest was kept. */
class LeakError extends Error {
  override readonly name = 'LeakError';

  constructor(leaks: readonly Leak[]) {
    const places = leaks.map(({ where, secrets }) => `${where} (${secrets.join(', ')})`);
    super(
      `a secret had to be masked in ${places.join(', ')}. Please report it: it should have been masked earlier`,
    );
  }
}

/** What sends and what judges: a thread and the suites, unless a test puts others in their place. */
export interface Engines {
  readonly startProbing: typeof startProbing;
  readonly prepareJudging: () => Promise<Judging>;
}

const engines: Engines = {
  startProbing,
  prepareJudging: async () => (await import('./judging.ts')).prepareJudging(),
};

async function runIn(
  folder: OutputFolder,
  input: RunInput,
  previous: Previous | null,
  { startProbing, prepareJudging }: Engines,
): Promise<ExitCode> {
  const { settings, environment, io } = input;
  const progress = progressTo(io);
  const job = {
    settings,
    environment,
    tool,
    runId: newRunId(),
    startedAt: new Date().toISOString(),
    journalPath: folder.path(journalName),
  };
  const probing = startProbing(job, progress.on);
  const signals = onSignals(probing.interrupt);
  try {
    const judging = await prepareJudging();
    const probed = await probing.result;
    if (!probed.ok) {
      refuseAfterSignal(signals);
      throw problemsError(probed.problems);
    }
    const [findings, { buildReport, cleanJournal, publish }] = await Promise.all([
      judging.judge(probed.recording),
      reporting(settings.reporters),
    ]);
    const report = buildReport(probed.recording, findings);
    const { secrets } = probed;
    const inJournal = cleanJournal(folder, secrets);
    progress.end();
    const inReports = await publish({
      report,
      folder,
      io,
      reporters: settings.reporters,
      secrets,
      since: previous === null ? null : await sincePrevious(previous, report),
      annotate: true,
    });
    const leaks = [...inJournal, ...inReports];
    if (leaks.length > 0) throw new LeakError(leaks);
    return signals.exitCode() ?? report.summary.exitCode;
  } finally {
    progress.end();
    signals.release();
  }
}

/** Sends, judges, reports. @returns the exit code of the outcome */
export async function run(input: RunInput, chosen = engines): Promise<ExitCode> {
  const files = reporters.flatMap(({ file }) => file ?? []);
  proveDescriptors(input.settings);
  const previous = await readPrevious(input.settings.previousReport, input.io);
  const folder = takeFolder(input.settings.out, files);
  try {
    return await runIn(folder, input, previous, chosen);
  } finally {
    folder.release();
  }
}
