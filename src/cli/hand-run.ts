import { resolve } from 'node:path';
import type { Reporter, Vitest } from 'vitest/node';
import type { SuiteRun } from '../../reporters/support/suite-run.ts';
import { FindingsAdapter } from '../../reporters/vitest-adapter.ts';
import { shellWord } from '../config/shell-line.ts';
import { takeEnvironment } from '../config.ts';
import { requirements } from '../contract/requirements.ts';
import { readText } from '../files/read.ts';
import { decide } from '../gate.ts';
import type { Finding } from '../model/finding.ts';
import type { Recording } from '../model/recording.ts';
import type { Outcome } from '../model/report.ts';
import { resultOf } from '../report/results.ts';
import { applyWaivers } from '../report/waivers.ts';
import type { SessionResult } from '../session.ts';
import { proveDescriptors } from './descriptors.ts';
import { Cancelled, type ExitCode, exitCodes, UsageError } from './exit.ts';
import { type Io, processIo } from './io.ts';
import { carryOut } from './job.ts';
import { journalName, takeFolder } from './output-folder.ts';
import { newRunId } from './run-id.ts';
import { problemsError, settingsFor, withWaivers } from './settings-options.ts';
import { onSignals, refuseAfterSignal } from './signals.ts';
import { tool } from './tool.ts';
import { workingDirectory } from './working-directory.ts';

interface Verdict {
  readonly exitCode: ExitCode;
  readonly outcome: Outcome | 'fault';
  readonly reason: string;
}

/** The gate over those requirements that vitest's filters left in. */
export function decideSuiteRun(run: SuiteRun, recording: Recording): Verdict {
  const { findings, faults } = run;
  const [fault] = faults;
  if (fault !== undefined) return { exitCode: exitCodes.fault, outcome: 'fault', reason: fault };
  const byRequirement = (id: string): readonly Finding[] =>
    findings.filter(({ requirement }) => requirement === id);
  const chosen = requirements.filter(({ id }) => run.judged.has(id));
  const judged = chosen.map((requirement) => resultOf(requirement, byRequirement(requirement.id), recording));
  const { results, waivers } = applyWaivers(judged, findings, recording.header.waivers);
  const { outcome, exitCode, reasons } = decide(results, recording, waivers);
  const missing = requirements.length - chosen.length;
  if (outcome === 'deviates' || missing === 0) return { exitCode, outcome, reason: reasons[0] ?? '' };
  const reason = `${missing} of ${requirements.length} requirements were filtered out and not judged`;
  return { exitCode: exitCodes.incomplete, outcome: 'incomplete', reason };
}

async function recorded(path: string, cwd: string): Promise<Recording> {
  const { checkedRecording } = await import('./written-files.ts');
  try {
    return checkedRecording(readText(resolve(cwd, path)));
  } catch (error) {
    throw new UsageError(
      `CONFORMANCE_EXCHANGES ${path} cannot be judged: ${(error as Error).message}. Name a recording, for example conformance-report/${journalName}.`,
    );
  }
}

const signalNames = ['SIGINT', 'SIGTERM'] as const;

/** vitest's own handlers would end the process at once; an interrupt here ends the sending, and lets go of the folder. */
async function withInterrupt(send: (signal: AbortSignal) => Promise<SessionResult>): Promise<SessionResult> {
  const theirs = signalNames.map((signal) => ({ signal, listeners: process.rawListeners(signal) }));
  for (const signal of signalNames) process.removeAllListeners(signal);
  const interrupt = new AbortController();
  const signals = onSignals(() => interrupt.abort());
  try {
    const result = await send(interrupt.signal);
    if (!result.ok) refuseAfterSignal(signals);
    return result;
  } finally {
    signals.release();
    for (const { signal, listeners } of theirs)
      for (const listener of listeners) process.on(signal, listener as () => void);
  }
}

/** vitest has no flag for a file of variables; Node.js has one. */
function namingFileForVitest(file: string): string {
  return ['node', `--env-file=${file}`, ...process.argv.slice(1)].map(shellWord).join(' ');
}

async function live(environment: NodeJS.ProcessEnv, cwd: string, io: Io): Promise<Recording> {
  const { settings } = await settingsFor({}, environment, cwd, namingFileForVitest);
  proveDescriptors(settings);
  const folder = takeFolder(settings.out, []);
  try {
    const startedAt = new Date().toISOString();
    const job = {
      settings,
      environment,
      tool,
      runId: newRunId(),
      startedAt,
      journalPath: folder.path(journalName),
    };
    const result = await withInterrupt((signal) =>
      carryOut(job, { onCommandError: (line) => io.err(`${line}\n`) }, signal),
    );
    if (!result.ok) throw problemsError(result.problems);
    return result.recording;
  } finally {
    folder.release();
  }
}

const nothingToJudge =
  'there is nothing to judge. Name a recording, for example CONFORMANCE_EXCHANGES=conformance-report/exchanges.ndjson, or send anew with CONFORMANCE_LIVE=1.';

/** Requests are sent once and for all suites: what runs again and again, or in parts, has to judge a recording. */
function mayNotSend({ config }: Vitest): string | null {
  if (config.watch)
    return 'CONFORMANCE_LIVE=1 does not go with watch mode. Use vitest run, or judge a recording with CONFORMANCE_EXCHANGES.';
  if (config.shard !== undefined)
    return 'CONFORMANCE_LIVE=1 does not go with --shard: every shard would send. Record once and judge with CONFORMANCE_EXCHANGES.';
  return null;
}

/** @throws UsageError when there is nothing to judge, or when what was asked for may not send */
export async function recordingFor(
  vitest: Vitest,
  environment: NodeJS.ProcessEnv,
  cwd: string,
  io: Io,
): Promise<Recording> {
  const path = environment['CONFORMANCE_EXCHANGES'] ?? '';
  if (environment['CONFORMANCE_LIVE'] === '1') {
    const refusal = mayNotSend(vitest);
    if (refusal !== null) throw new UsageError(refusal);
    return live(environment, cwd, io);
  }
  if (path === '') throw new UsageError(nothingToJudge);
  return withWaivers(await recorded(path, cwd), environment['CONFORMANCE_WAIVERS_FILE'], cwd);
}

/**
 * Lets vitest, started by hand, judge a target: provides the recording before any worker starts, and sees to it that
 * the process ends with the gate's exit code whichever reporters were chosen. Nothing is sent before vitest has named
 * the suites that it is about to run, so neither a list of tests nor a filter that leaves none can send.
 */
export class HandRun implements Reporter {
  private readonly environment = takeEnvironment();
  private readonly io: Io = processIo(this.environment);
  private readonly adapter = new FindingsAdapter((run) => this.finish(run));
  private vitest: Vitest | undefined;
  private recording: Recording | undefined;
  private exitCode: ExitCode = exitCodes.fault;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
    process.once('exit', () => {
      process.exitCode = this.exitCode;
    });
  }

  async onTestRunStart(suites: readonly unknown[]): Promise<void> {
    if (this.recording !== undefined || this.vitest === undefined || suites.length === 0) return;
    try {
      this.recording = await recordingFor(this.vitest, this.environment, workingDirectory(), this.io);
    } catch (error) {
      this.refuse(error);
    }
    this.vitest.provide('recording', this.recording);
  }

  readonly onTestRunEnd: FindingsAdapter['onTestRunEnd'] = (...run) => this.adapter.onTestRunEnd(...run);

  /** Ends the process: vitest would go on without a recording, and in watch mode for ever. */
  private refuse(error: unknown): never {
    const isOurs = !(error instanceof UsageError || error instanceof Cancelled);
    if (error instanceof UsageError) this.exitCode = exitCodes.usage;
    if (error instanceof Cancelled) this.exitCode = error.code;
    this.io.err(`conformance: ${isOurs ? 'fault of the suite itself: ' : ''}${(error as Error).message}\n`);
    process.exit(this.exitCode);
  }

  private finish(run: SuiteRun): void {
    const { exitCode, outcome, reason } = this.verdict(run);
    this.exitCode = exitCode;
    this.io.err(`\nconformance: ${outcome} (exit ${exitCode}): ${reason}\n`);
  }

  private verdict(run: SuiteRun): Verdict {
    if (this.recording !== undefined) return decideSuiteRun(run, this.recording);
    return {
      exitCode: exitCodes.incomplete,
      outcome: 'incomplete',
      reason: 'no suite was left to run, so nothing was judged',
    };
  }
}
