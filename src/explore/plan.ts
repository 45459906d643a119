import { changedAt } from '../json/place.ts';
import { memberOf } from '../json/plain.ts';
import { readSent } from '../json/text.ts';
import type { AnswerValue } from '../model/answer.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Asking } from '../model/question.ts';
import type { PlannedRequest } from '../model/report.ts';
import { contract } from '../operations/index.ts';
import { type RunPlan, requestPath } from '../run/plan.ts';
import type { Run } from '../run/run.ts';
import type { TargetRun } from '../run/target.ts';
import type { TargetSettings } from '../settings/index.ts';
import { probesOf, type QuestionProbe } from './probes.ts';
import { type Base, removes, requestFields } from './requests.ts';
import { type Asker, mostTries } from './send.ts';

/** What is asked, in which order, and what is sent for it at most. */

/** What the operator chose. */
export interface ExploreChoice {
  /** Dangers that are allowed. */
  readonly allowed: ReadonlySet<Asking>;
  readonly mostRequests: number;
  /** Ids of the only questions to ask; null for all. */
  readonly only: readonly string[] | null;
}

export interface Exploration extends Run {
  readonly choice: ExploreChoice;
  /** Operations whose request a run has shown to be served, where it may not be sent here. */
  readonly servedBefore: readonly string[];
  /** Answers that this asking checks, by the ids of their questions. */
  readonly expected: ReadonlyMap<string, AnswerValue>;
}

export interface ExploringRun extends TargetRun, Pick<Exploration, 'choice' | 'servedBefore' | 'expected'> {}

/** The request as a run sends it, which shows that what is refused is refused for what was changed. */
export interface ServedAsker extends Asker {
  readonly base: Base;
  readonly sends: string;
}

/** Settings with which only what is asked is prepared: no command makes what nothing may remove. */
export function preparedFor(settings: TargetSettings, mayRemove: boolean): TargetSettings {
  const operations = settings.operations.filter((name) => mayRemove || !removes(contract.operation(name)));
  return { ...settings, operations, unauthorized: false, repeat: 1 };
}

/** The body with the id of this run in it, so that people find what it wrote. */
function marked(body: unknown, { markedField = '' }: OperationContract, runId: string): unknown {
  const mark = `entity-config-conformance run ${runId}`;
  if (memberOf(body, markedField) === undefined) return body;
  return changedAt(body, [markedField], (value) => (String(value).includes(runId) ? value : mark));
}

/** The operations that are asked about, as a run of these settings would send them. */
export function basesOf(
  { operations, entityId }: TargetSettings,
  { chains, gaps }: RunPlan,
  runId: string,
): readonly Base[] {
  return operations.map((name) => {
    const operation = contract.operation(name);
    const probes = chains.flatMap(([probe]) => (probe?.operation === name ? [probe] : []));
    const [first] = probes;
    return {
      operation,
      fields: requestFields(operation),
      addressed: first?.addressed ?? { entityId },
      resources: probes.map(({ addressed }) => addressed),
      body: first?.body === undefined ? undefined : marked(readSent(first.body).value, operation, runId),
      gap: gaps.find((gap) => gap.operation === name)?.reason ?? null,
    };
  });
}

/** The probes that were chosen and allowed. */
export function chosenProbes(
  bases: readonly Base[],
  { allowed, only }: ExploreChoice,
): readonly QuestionProbe[] {
  return probesOf(bases).filter(({ id, asks }) => allowed.has(asks) && (only === null || only.includes(id)));
}

/** Operations whose request is sent as a run sends it, as probes need it and it is allowed. */
export function servedAskers(
  probes: readonly QuestionProbe[],
  bases: readonly Base[],
  { allowed }: Pick<ExploreChoice, 'allowed'>,
): readonly ServedAsker[] {
  const isNeeded = ({ body, operation: { name } }: Base) =>
    body !== undefined &&
    probes.some(({ question: { needsServed, operation } }) => needsServed === true && operation === name);
  const asker = { asks: 'write', most: 1, sends: 'as a run sends it', isControl: true } as const;
  if (!allowed.has(asker.asks)) return [];
  return bases.filter(isNeeded).map((base) => ({ id: `served.${base.operation.name}`, ...asker, base }));
}

/** Every request that would be sent at most, each with the id that it would have: where all fail, and are sent again. */
export function slotsOf(
  askers: readonly (QuestionProbe | ServedAsker)[],
  baseUrl: string,
): readonly PlannedRequest[] {
  const controls = askers.reduce((sum, { most }) => sum + most, 0);
  return askers.flatMap(({ id, most, base: { operation, addressed, resources }, sends, isControl }) => {
    const { method, effect, path: template } = operation;
    const missing = effect?.removes === undefined ? {} : { [effect.removes]: 'id-that-does-not-exist' };
    const path = requestPath(new URL(baseUrl), template, { ...missing, ...addressed, ...resources[0] });
    const length = most * mostTries + (isControl === true ? controls : 0);
    const request = { method, path, purpose: `${method} ${sends}` };
    return Array.from({ length }, (_, number) => ({ probe: `${id}-${number + 1}`, ...request }));
  });
}
