import type { RecordingHeader, Scope } from '../../schemas/types.ts';
import { readSent } from '../json/text.ts';
import { known, pick } from '../model/known.ts';
import { contract } from '../operations/index.ts';
import { definitions } from '../settings/definitions.ts';
import { exposureProblems, shownOfOperations, type TargetSettings } from '../settings/index.ts';
import { type Made, made, tokenOf } from './commands.ts';
import { plannedRequests, planOf, type RunPlan } from './plan.ts';
import { newRunId, RefusedSettings, type TargetRun } from './run.ts';
import { untilReachable } from './until-reachable.ts';

/** What is known before the first request. */
export interface Prepared {
  readonly token: string;
  readonly plan: RunPlan;
  readonly header: RecordingHeader;
}

/** The operations in scope whose command makes what they need, and the command as it was given. */
function commandsOf({ operations, values }: TargetSettings) {
  return contract.operations.flatMap((operation) => {
    const { command: makes } = operation;
    const command = makes && values[makes.setting];
    const isRun = typeof command === 'string' && operations.includes(operation.name);
    return isRun && makes !== undefined ? [{ operation, makes, command }] : [];
  });
}

/** The plan of a run, with placeholders for what its commands will make. Nothing is sent, and no command is run. */
export function planBeforeCommands(settings: TargetSettings, runId: string): RunPlan {
  const placeholders = commandsOf(settings).flatMap(({ operation, makes }) => {
    const read = makes.read(`ID-PRINTED-BY-${definitions.wording.name(makes.setting)}`);
    return 'problems' in read ? [] : [[operation.name, read] as const];
  });
  return planOf(settings, runId, new Map(placeholders));
}

/** A flag is false only where a body that is sent says so. */
function scopeOf(settings: TargetSettings, { chains }: RunPlan): Scope {
  const flags = contract.operations.flatMap(({ name, flags: declared }) => {
    const bodies = chains.flat().flatMap(({ operation, body }) => (operation === name && body ? [body] : []));
    const sent = bodies.map((body) => readSent(body).value);
    return declared.map((flag) => [flag.name, sent.length === 0 || sent.some(flag.isSet)] as const);
  });
  const { operations: chosen, unauthorized } = settings;
  return { operations: chosen, unauthorized, ...Object.fromEntries(flags) };
}

/** What build services call the commit that they are at. */
const commitVariables = ['GITHUB_SHA', 'CI_COMMIT_SHA', 'BUILD_SOURCEVERSION', 'GIT_COMMIT'] as const;

/** Null where no build service names a commit. */
function commitOf(environment: NodeJS.ProcessEnv): string | null {
  const commits = commitVariables.map((name) => environment[name] ?? '');
  return commits.find((commit) => /^[0-9a-f]{7,64}$/i.test(commit)) ?? null;
}

function headerOf(
  { settings, isReference, tool, environment }: TargetRun,
  runId: string,
  plan: RunPlan,
): RecordingHeader {
  const { requireShown, waivers, answers, gateAnswers, staleWaivers, sarifFile, documentUrl } = settings;
  const label = settings.label ?? (isReference ? null : commitOf(environment));
  return {
    runId,
    startedAt: new Date().toISOString(),
    tool,
    target: { baseUrl: settings.baseUrl, reference: isReference },
    options: {
      ...pick(settings, 'strict', 'repeat', 'serial', 'delayMs', 'timeoutMs'),
      ...(settings.ca !== null && { ca: true }),
      ...(settings.clientCertificate !== null && { clientCertificate: true }),
      ...(commandsOf(settings).length > 0 && { made: true }),
      ...(requireShown.length > 0 && { requireShown }),
      ...(sarifFile !== null && { sarifFile }),
      ...(staleWaivers === 'warn' && { staleWaivers }),
      ...(gateAnswers && { gateAnswers }),
    },
    scope: scopeOf(settings, plan),
    plan: plannedRequests(plan),
    gaps: plan.gaps,
    ...known({
      ...{ documentUrl, label },
      waivers: waivers.length === 0 ? null : waivers,
      answers: Object.keys(answers).length === 0 ? null : answers,
    }),
  };
}

/** What outputs show of the settings, for a token that only a command has printed. */
function shownOf({ baseUrl, entityId, values, waivers, answers, documentUrl }: TargetSettings) {
  return {
    baseUrl,
    entityId,
    ...known({ documentUrl }),
    ...shownOfOperations(contract.operations, values),
    waiversFile: JSON.stringify(waivers),
    answersFile: JSON.stringify(answers),
  };
}

/**
 * Runs the commands of operations, one after another: each may change the service.
 * @throws RefusedSettings where the signal ended one
 */
export async function runCommands(run: TargetRun, token: string): Promise<ReadonlyMap<string, Made>> {
  const results = new Map<string, Made>();
  for (const { operation, makes, command } of commandsOf(run.settings))
    results.set(operation.name, await made(makes, command, run, token));
  return results;
}

/**
 * Waits for the service, runs the operator's commands and makes the plan. Sends nothing to the service.
 * @throws RefusedSettings
 */
export async function prepare(run: TargetRun): Promise<Prepared> {
  const { settings } = run;
  if (!run.isReference) await untilReachable(run);
  const token = await tokenOf(settings.token, run);
  const problems = exposureProblems(token, shownOf(settings));
  if (problems.length > 0) throw new RefusedSettings(...problems);
  const results = await runCommands(run, token);
  const runId = newRunId();
  const plan = planOf(settings, runId, results);
  return { token, plan, header: headerOf(run, runId, plan) };
}
