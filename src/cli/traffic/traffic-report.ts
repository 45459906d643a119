import { resolve } from 'node:path';
import { reporters as allReporters } from '../../../reporters/index.ts';
import type { Recording } from '../../model/recording.ts';
import { contract } from '../../operations/index.ts';
import { withEvidence } from '../../output/evidence.ts';
import type { ExitCode } from '../../output/exit.ts';
import { openFolder } from '../../output/folder.ts';
import type { Io } from '../../output/io.ts';
import { type Printed, publish } from '../../output/publish.ts';
import { buildReport } from '../../report/build.ts';
import { newRunId } from '../../run/run.ts';
import { buildServiceUrl } from '../../settings/report-url.ts';
import type { ReadTraffic } from '../../traffic/read-traffic.ts';
import { startedTool } from '../options/command-line.ts';
import type { CheckSettings } from './check-settings.ts';

/** How traffic was judged: what `check`, `merge` and `watch` have in common. */
export interface JudgedTraffic {
  readonly read: ReadTraffic;
  readonly settings: CheckSettings;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
}

/** Where reports are made. */
export interface ReportSurroundings {
  readonly cwd: string;
  readonly io: Io;
  readonly environment: NodeJS.ProcessEnv;
  /** The words that start the program again in the same way; `conformance` without it. */
  readonly command?: string;
}

export type Folder = ReturnType<typeof openFolder>;

/** Makes the folder for the reports, before anything is read. */
export function folderFor(
  { out }: { readonly out: string },
  { reporters }: CheckSettings,
  cwd: string,
): Folder {
  const files = allReporters.flatMap(({ name, file }) =>
    file !== null && reporters.includes(name) ? [file] : [],
  );
  return openFolder(resolve(cwd, out), files);
}

/** A recording for `buildReport`: no request was planned, and only some of the exchanges are in it. */
function recordingOf(
  { read, settings, startedAt, durationMs }: JudgedTraffic,
  surroundings: ReportSurroundings,
): Recording {
  const { info, judgement, requirements, exchanges, isCut } = read;
  const { strict, requireShown, operations, required, waivers, answers, gateAnswers } = settings;
  const [base] = info.baseUrls;
  const isAbout = contract.requirements.filter(
    ({ facet }) => facet === 'authorization' || facet === 'made-up-token',
  );
  const unauthorized = isAbout.some(
    ({ id }) => (judgement.findings.get(id)?.verdict ?? 'not-exercised') !== 'not-exercised',
  );
  return {
    header: {
      runId: newRunId(),
      startedAt,
      tool: startedTool(surroundings),
      target: { baseUrl: settings.baseUrl ?? base?.value ?? '', reference: false },
      options: {
        ...{ strict, repeat: 1, serial: false, delayMs: 0, timeoutMs: 0 },
        ...(requireShown.length > 0 && { requireShown }),
        ...(gateAnswers && { gateAnswers }),
      },
      scope: { operations, unauthorized, required },
      plan: [],
      gaps: [],
      waivers,
      answers,
    },
    exchanges,
    unsent: [],
    durationMs,
    cut: isCut,
    traffic: { info, requirements },
  };
}

/** Writes the reports. @returns the exit code of the outcome */
export async function reportTraffic(
  judged: JudgedTraffic,
  folder: Folder,
  printed: Printed,
  surroundings: ReportSurroundings,
): Promise<ExitCode> {
  const { cwd, io, environment } = surroundings;
  const { read, settings } = judged;
  const recording = recordingOf(judged, surroundings);
  const report = withEvidence(buildReport(contract, recording, read.judgement), settings.answers);
  const pageUrl = buildServiceUrl(environment);
  const { reporters } = settings;
  const { secrets } = read;
  await publish({ report, reporters, folder, io, secrets, cwd, printed, pageUrl, annotate: true });
  return report.summary.exitCode;
}
