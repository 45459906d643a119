import { resolve } from 'node:path';
import { filesOf, usualReporters } from '../../../reporters/index.ts';
import { flagOf } from '../../kinds/setting.ts';
import { nearestHint } from '../../model/nearest.ts';
import type { Recording } from '../../model/recording.ts';
import type { Operation, Sides } from '../../model/requirement.ts';
import { contract } from '../../operations/index.ts';
import { withEvidence } from '../../output/evidence.ts';
import { type ExitCode, UsageError } from '../../output/exit.ts';
import { openFolder } from '../../output/folder.ts';
import { publish } from '../../output/publish.ts';
import { loaded } from '../../output/settings.ts';
import { buildReport } from '../../report/build.ts';
import { newRunId } from '../../run/run.ts';
import { buildServiceUrl } from '../../settings/report-url.ts';
import { sourcesOfPart } from '../../traffic/parts.ts';
import type { ReadTraffic } from '../../traffic/seen.ts';
import { startedTool } from '../options/command-line.ts';
import { printedOf } from '../options/option.ts';
import type { CheckInput, VerdictOptions } from './commands.ts';
import type { PartOutput } from './parts.ts';

function knownId(id: string, side: Sides): string {
  const known = contract.requirementsOn(side).map((one) => one.id);
  if (known.includes(id)) return id;
  throw new UsageError(
    `--require ${id} is not a requirement that is judged (--side ${side})${nearestHint([id], known)}. All requirements: conformance explain --side ${side}.`,
  );
}

/** When a command began, by both clocks: that of the day may be set back meanwhile. */
export function begun() {
  return { startedAt: new Date().toISOString(), began: performance.now() };
}

/**
 * What is judged, and how, and when that began: waivers end on a date.
 * @throws UsageError for a flag that cannot be used
 */
export async function checkSettings(
  options: VerdictOptions & Partial<CheckInput['options']>,
  cwd: string,
  start = begun(),
) {
  const { format = null, operation, maxBad, jobs = 1, waivers, answers, side = 'both' } = options;
  const operations: readonly Operation[] =
    operation === undefined ? contract.operations.map(({ name }) => name) : [operation];
  const { loadAnswers, loadWaivers } = await import('../../settings/index.ts');
  return {
    ...start,
    format,
    baseUrl: options.baseUrl?.url ?? null,
    operations,
    headersComplete: options.headersComplete === true,
    side,
    maxBad,
    jobs,
    required: (options.require ?? []).map((id) => knownId(id, side)),
    strict: options.strict === true,
    /** Ids of what is only shown and fails all the same. */
    requireShown: options.requireShown ?? [],
    answers: loaded(await loadAnswers(answers, cwd)),
    gateAnswers: options.gateAnswers === true,
    waivers: waivers === undefined ? [] : loaded(await loadWaivers(waivers, cwd, start.startedAt)),
    reporters: options.reporter ?? usualReporters,
  };
}

export type CheckSettings = Awaited<ReturnType<typeof checkSettings>>;

/**
 * Where a part is written, its number, and the number of all parts.
 * @param sources how many there are
 * @returns null without --partial
 * @throws UsageError for flags that do not go together
 */
export function partSettings(options: CheckInput['options'], sources: number): PartOutput | null {
  const { partial: to, partId: id, parts: of } = options;
  if (to === undefined && id === undefined && of === undefined) return null;
  if (to === undefined || id === undefined || of === undefined)
    throw new UsageError(
      'a part needs --partial FILE, --part-id N, its number from 0 or from 1, and --parts N, the number of all parts.',
    );
  if (id > of)
    throw new UsageError(`--part-id ${id} is beyond --parts ${of}. Number parts from 0 or from 1.`);
  const most = sourcesOfPart({ of });
  if (sources > most)
    throw new UsageError(
      `${sources} files are more than one of ${of} parts may have, which is ${most}. Make fewer parts, or put files together.`,
    );
  return { to, id, of };
}

/** Flags that decide what is judged, and how it is read; each part has had its own. */
const ofJudging = [
  'operation',
  'baseUrl',
  'headersComplete',
  'format',
  'partial',
  'partId',
  'parts',
] as const;

/** --side has a default. @throws UsageError for a flag that decides nothing where parts are put together */
export function refuseJudging({ options, again }: CheckInput): void {
  const isSided = again.some(({ words: [flag] }) => flag === '--side');
  const name = isSided ? 'side' : ofJudging.find((one) => options[one] !== undefined);
  if (name === undefined) return;
  const flag = flagOf(name);
  throw new UsageError(
    `${flag} decides nothing where parts are put together. Use it where each of them is judged: conformance check FILE --partial PART ${flag}.`,
  );
}

/** What was typed, of which `again` has what is about checks. */
type Typed = Pick<CheckInput, 'again' | 'invocation'> & { readonly options: VerdictOptions };

/** Makes the folder for the reports, before anything is read. */
export function folderFor({ out }: { readonly out: string }, { reporters }: CheckSettings, cwd: string) {
  return openFolder(resolve(cwd, out), filesOf(reporters));
}

/** A recording for `buildReport`: no request was planned, and only some of the exchanges are in it. */
function recordingOf({ invocation, again }: Typed, read: ReadTraffic, settings: CheckSettings): Recording {
  const { info, judgement, requirements, exchanges, isCut } = read;
  const { startedAt, strict, requireShown, operations, required, waivers, answers, gateAnswers } = settings;
  const [base] = info.baseUrls;
  const unauthorized = contract.requirements.some(({ id, facet }) => {
    const { verdict = 'not-exercised' } = judgement.findings.get(id) ?? {};
    return ['authorization', 'made-up-token'].includes(facet) && verdict !== 'not-exercised';
  });
  return {
    header: {
      runId: newRunId(),
      startedAt,
      tool: startedTool({
        ...invocation,
        again: again.filter(({ topic }) => topic === 'checks').flatMap(({ words }) => words),
      }),
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
    durationMs: Math.round(performance.now() - settings.began),
    cut: isCut,
    traffic: { info, requirements },
  };
}

/** Writes the reports. @returns the exit code of the outcome */
export async function reportTraffic(
  typed: Typed,
  read: ReadTraffic,
  settings: CheckSettings,
  folder: ReturnType<typeof openFolder>,
): Promise<ExitCode> {
  const { cwd, io, environment } = typed.invocation;
  const { reporters, answers } = settings;
  const report = withEvidence(buildReport(recordingOf(typed, read, settings), read.judgement), answers);
  const [printed, pageUrl] = [printedOf(typed.options), buildServiceUrl(environment)];
  const { secrets } = read;
  await publish({ report, reporters, folder, io, secrets, cwd, printed, pageUrl, annotate: true });
  return report.summary.exitCode;
}
