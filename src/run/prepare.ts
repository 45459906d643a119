import { exposureProblems, type Problem, type TargetSettings } from '../config.ts';
import type { Contract } from '../contract/contract.ts';
import type { RecordingHeader } from '../model/recording.ts';
import type { Scope } from '../model/report.ts';
import { parseJson } from '../target/json.ts';
import { type Rules, rulesOf, tokenOf } from './commands.ts';
import { makePlan, type Plan, plannedRequests } from './plan.ts';
import type { Run } from './run.ts';
import { newRunId } from './run-id.ts';

/** A run whose target is known: the operator's service, or the embedded one. */
export interface TargetRun extends Omit<Run, 'settings'> {
  readonly settings: TargetSettings;
  /** Whether the target is the embedded service. */
  readonly isReference: boolean;
}

/** What is known before the first request. */
export interface Prepared {
  readonly token: string;
  readonly plan: Plan;
  readonly header: RecordingHeader;
}

/** The plan of a run whose rules are known. Nothing is asked, and no command is run. */
export function planOf(contract: Contract, settings: TargetSettings, runId: string, rules: Rules): Plan {
  const { baseUrl, entityId, repeat, unauthorized, transformer, businessDataTypeId } = settings;
  const values = { transformer, businessDataTypeId, rules };
  const planned = contract.operations
    .filter(({ name }) => settings.operations.includes(name))
    .map((operation) => ({ operation, asked: operation.resources({ runId, entityId, repeat, values }) }));
  return makePlan(planned, new URL(baseUrl), unauthorized);
}

/** A flag is false only where a body that is sent says so. */
function scopeOf({ operations }: Contract, settings: TargetSettings, { chains }: Plan): Scope {
  const flags = operations.flatMap(({ name, flags: declared }) => {
    const bodies = chains.flat().flatMap(({ operation, body }) => (operation === name && body ? [body] : []));
    const sent = bodies.map((body) => parseJson(body).root);
    return declared.map((flag) => [flag.name, sent.length === 0 || sent.some(flag.isSet)] as const);
  });
  const { operations: chosen, unauthorized } = settings;
  return { operations: chosen, unauthorized, ...Object.fromEntries(flags) };
}

function headerOf(
  { contract, settings, isReference, tool }: TargetRun,
  runId: string,
  plan: Plan,
): RecordingHeader {
  const { strict, repeat, serial, delayMs, timeoutMs, waivers } = settings;
  return {
    runId,
    startedAt: new Date().toISOString(),
    tool,
    target: { baseUrl: settings.baseUrl, reference: isReference },
    options: { strict, repeat, serial, delayMs, timeoutMs },
    scope: scopeOf(contract, settings, plan),
    plan: plannedRequests(plan),
    gaps: plan.gaps,
    ...(waivers.length === 0 ? {} : { waivers }),
  };
}

/** What outputs show of the settings, for a token that only a command has told. */
function shownOf({ baseUrl, entityId, businessDataTypeId, rule, transformer, waivers }: TargetSettings) {
  return {
    baseUrl,
    entityId,
    businessDataTypeId: businessDataTypeId ?? '',
    automationRuleIds: rule?.kind === 'ids' ? rule.ids.join() : '',
    transformer: transformer?.text ?? '',
    waivers: JSON.stringify(waivers),
  };
}

/** Runs the operator's commands and makes the plan. Sends nothing to the service. */
export async function prepare(run: TargetRun): Promise<Prepared | { readonly problems: readonly Problem[] }> {
  const { contract, settings, signal } = run;
  const given = await tokenOf(run, signal);
  if (!('token' in given)) return { problems: [given] };
  const { token } = given;
  const problems = exposureProblems(token, shownOf(settings));
  if (problems.length > 0) return { problems };
  const rules = await rulesOf(run, token);
  if ('message' in rules) return { problems: [rules] };
  const runId = newRunId();
  const plan = planOf(contract, settings, runId, rules);
  return { token, plan, header: headerOf(run, runId, plan) };
}
