import { readSent } from '../json/text.ts';
import { known, pick } from '../model/known.ts';
import type { OperationContract } from '../model/operation.ts';
import type { RecordingHeader } from '../model/recording.ts';
import type { Scope } from '../model/report.ts';
import type { SettingProblem, SettingValues } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { definitions } from '../settings/definitions.ts';
import { exposureProblems, shownOfOperations, type TargetSettings } from '../settings/index.ts';
import { type Made, made, tokenOf } from './commands.ts';
import { makePlan, type PlannedOperation, plannedRequests, type RunPlan } from './plan.ts';
import { newRunId, type Run } from './run.ts';

/** A run whose target is known: the operator's service, or the embedded one. */
export interface TargetRun extends Omit<Run, 'settings'> {
  readonly settings: TargetSettings;
  /** Whether the target is the embedded service. */
  readonly isReference: boolean;
}

/** What is known before the first request. */
export interface Prepared {
  readonly token: string;
  readonly plan: RunPlan;
  readonly header: RecordingHeader;
}

/** The operations in scope whose command makes what they need, and the command as it was given. */
function commandsOf(
  settings: Pick<TargetSettings, 'operations' | 'values'>,
): readonly { readonly operation: OperationContract; readonly command: string }[] {
  return contract.operations.flatMap((operation) => {
    const text = operation.command && settings.values[operation.command.setting];
    const isRun = typeof text === 'string' && settings.operations.includes(operation.name);
    return isRun ? [{ operation, command: text }] : [];
  });
}

function plannedWith(
  operation: OperationContract,
  { entityId, repeat, values }: TargetSettings,
  runId: string,
  result: Made | undefined,
): PlannedOperation {
  if (result !== undefined && 'gap' in result) return { operation, asked: result };
  const key = operation.command?.makes;
  const all: SettingValues =
    result === undefined || key === undefined ? values : { ...values, [key]: result.value };
  return { operation, asked: operation.resources({ runId, entityId, repeat, values: all }) };
}

/** @param results what commands made, by the names of their operations */
export function planOf(settings: TargetSettings, runId: string, results: ReadonlyMap<string, Made>): RunPlan {
  const planned = contract.operations
    .filter(({ name }) => settings.operations.includes(name))
    .map((operation) => plannedWith(operation, settings, runId, results.get(operation.name)));
  return makePlan(planned, new URL(settings.baseUrl), settings.unauthorized);
}

/** Placeholders for the values that commands will make. */
function unmade(settings: TargetSettings): ReadonlyMap<string, Made> {
  const { wording } = definitions;
  return new Map(
    commandsOf(settings).flatMap(({ operation: { name, command } }) => {
      const made = command?.read(`ID-PRINTED-BY-${wording.name(command.setting)}`);
      return made === undefined || 'problems' in made ? [] : [[name, made]];
    }),
  );
}

/** The plan of a run, with placeholders for what its commands will make. Nothing is sent, and no command is run. */
export function planBeforeCommands(settings: TargetSettings, runId: string): RunPlan {
  return planOf(settings, runId, unmade(settings));
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

/** Runs the commands of operations, one after another: each may change the service. */
export async function runCommands(
  run: TargetRun,
  token: string,
): Promise<ReadonlyMap<string, Made> | SettingProblem> {
  const results = new Map<string, Made>();
  for (const { operation, command } of commandsOf(run.settings)) {
    if (operation.command === undefined) continue;
    const result = await made(operation.command, command, run, token);
    if ('key' in result) return result;
    results.set(operation.name, result);
  }
  return results;
}

/** The access token, once it is certain that nothing that is shown holds it. Runs its command; sends nothing to the service. */
export async function provenToken({
  settings,
  environment,
  signal,
}: Pick<TargetRun, 'settings' | 'environment' | 'signal'>): Promise<
  { readonly token: string } | { readonly problems: readonly SettingProblem[] }
> {
  const given = await tokenOf({ settings, environment }, signal);
  if (!('token' in given)) return { problems: [given] };
  const problems = exposureProblems(given.token, shownOf(settings));
  return problems.length > 0 ? { problems } : given;
}

/** Runs the operator's commands and makes the plan. Sends nothing to the service. */
export async function prepare(
  run: TargetRun,
): Promise<Prepared | { readonly problems: readonly SettingProblem[] }> {
  const { settings } = run;
  const given = await provenToken(run);
  if ('problems' in given) return given;
  const { token } = given;
  const results = await runCommands(run, token);
  if ('key' in results) return { problems: [results] };
  const runId = newRunId();
  const plan = planOf(settings, runId, results);
  return { token, plan, header: headerOf(run, runId, plan) };
}
