import { resolve } from 'node:path';
import { filesOf } from '../../../reporters/index.ts';
import type { Recording } from '../../model/recording.ts';
import { contract } from '../../operations/index.ts';
import { withEvidence } from '../../output/evidence.ts';
import type { ExitCode } from '../../output/exit.ts';
import { openFolder } from '../../output/folder.ts';
import { type Printed, publish } from '../../output/publish.ts';
import { buildReport } from '../../report/build.ts';
import { newRunId } from '../../run/run.ts';
import { buildServiceUrl } from '../../settings/report-url.ts';
import type { ReadTraffic } from '../../traffic/read-traffic.ts';
import { startedTool } from '../options/command-line.ts';
import type { Invocation } from '../program.ts';
import type { CheckSettings } from './check-settings.ts';

/** When a command began, by both clocks: that of the day may be set back meanwhile. */
export function begun() {
  return { startedAt: new Date().toISOString(), began: performance.now() };
}

/** How judged traffic is reported: what `check`, `merge` and `watch` have in common. */
export interface TrafficReporting extends ReturnType<typeof begun> {
  readonly settings: CheckSettings;
  readonly folder: ReturnType<typeof openFolder>;
  readonly printed: Printed;
  readonly invocation: Pick<Invocation, 'cwd' | 'io' | 'environment' | 'command'>;
}

/** Makes the folder for the reports, before anything is read. */
export function folderFor({ out }: { readonly out: string }, { reporters }: CheckSettings, cwd: string) {
  return openFolder(resolve(cwd, out), filesOf(reporters));
}

/** A recording for `buildReport`: no request was planned, and only some of the exchanges are in it. */
function recordingOf(
  read: ReadTraffic,
  { settings, startedAt, began, invocation }: TrafficReporting,
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
      tool: startedTool(invocation),
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
    durationMs: Math.round(performance.now() - began),
    cut: isCut,
    traffic: { info, requirements },
  };
}

/** Writes the reports. @returns the exit code of the outcome */
export async function reportTraffic(read: ReadTraffic, reporting: TrafficReporting): Promise<ExitCode> {
  const {
    settings,
    folder,
    printed,
    invocation: { cwd, io, environment },
  } = reporting;
  const recording = recordingOf(read, reporting);
  const report = withEvidence(buildReport(contract, recording, read.judgement), settings.answers);
  const pageUrl = buildServiceUrl(environment);
  const { reporters } = settings;
  const { secrets } = read;
  await publish({ report, reporters, folder, io, secrets, cwd, printed, pageUrl, annotate: true });
  return report.summary.exitCode;
}
