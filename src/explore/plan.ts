import type { AnswerValue, PlannedRequest } from '../../schemas/types.ts';
import { changedAt } from '../json/place.ts';
import { memberOf } from '../json/plain.ts';
import { readSent } from '../json/text.ts';
import type { OperationContract } from '../model/operation.ts';
import type { Asking } from '../model/question.ts';
import { contract } from '../operations/index.ts';
import { type RunPlan, requestPath } from '../run/plan.ts';
import type { Run, TargetRun } from '../run/run.ts';
import type { TargetSettings } from '../settings/index.ts';
import { type Asker, probesOf } from './probes.ts';
import { asRun, type Base, type Identifiers, removes, requestFields } from './requests.ts';
import { mostTries } from './send.ts';

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

/** Settings with which only what is asked is prepared: no command makes what nothing may remove. */
export function preparedFor(settings: TargetSettings, { allowed }: ExploreChoice): TargetSettings {
  const isRemoved = (name: string) =>
    contract.questions.some(
      ({ asks, operation }) => operation === name && asks !== 'refusal' && allowed.has(asks),
    );
  const operations = settings.operations.filter(
    (name) => !removes(contract.operation(name)) || isRemoved(name),
  );
  return { ...settings, operations, unauthorized: false, repeat: 1 };
}

/** The body with the id of this run in it, so that people find what it wrote. */
function marked(body: unknown, { markedField = '' }: OperationContract, runId: string): unknown {
  const mark = `entity-config-conformance run ${runId}`;
  if (memberOf(body, markedField) === undefined) return body;
  return changedAt(body, [markedField], (value) => (String(value).includes(runId) ? value : mark));
}

/** An operation that is asked about, as a run would send it. */
function baseOf(name: string, entityId: string, { chains, gaps }: RunPlan, runId: string): Base {
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
    runId,
  };
}

/** Shows that what is refused is refused for what was changed in it. */
function control(base: Base): Asker {
  const sends = 'as a run sends it';
  return {
    ...{ id: `served.${base.operation.name}`, asks: 'write', question: null, base, most: 1, sends },
    inquire: async ({ ask }) => ({ answer: null, shown: [await ask(asRun(base, sends))] }),
  };
}

/** The paths that an asker may send to, but for what its words say: of what is removed, each that is set or made. */
export function pathsOf(
  { asks, base: { operation, addressed, resources } }: Asker,
  baseUrl: string,
): readonly [string, ...string[]] {
  const { effect, path: template } = operation;
  const missing = effect?.removes === undefined ? {} : { [effect.removes]: 'id-that-does-not-exist' };
  const pathOf = (one: Identifiers) => requestPath(new URL(baseUrl), template, one);
  const [first = { ...addressed, ...missing }, ...others] = asks === 'refusal' ? [] : resources;
  return [pathOf(first), ...others.map(pathOf)];
}

/** Every request that would be sent at most, each with the id that it would have: where all fail, and are sent again. */
function slotsOf(askers: readonly Asker[], baseUrl: string): readonly PlannedRequest[] {
  const controls = askers.reduce((sum, { most }) => sum + most, 0);
  return askers.flatMap((asker) => {
    const { id, most, base, sends, question } = asker;
    const { method } = base.operation;
    const [path] = pathsOf(asker, baseUrl);
    const length = most * mostTries + (question === null ? controls : 0);
    const request = { method, path, purpose: `${method} ${sends}` };
    return Array.from({ length }, (_, number) => ({ probe: `${id}-${number + 1}`, ...request }));
  });
}

/** Who asks what was chosen and allowed, after the requests of a run that they need; and what they send at most. */
export function askersOf(
  { operations, entityId, baseUrl }: TargetSettings,
  plan: RunPlan,
  runId: string,
  { allowed, only }: ExploreChoice,
) {
  const bases = operations.map((name) => baseOf(name, entityId, plan, runId));
  const probes = probesOf(bases).filter(
    ({ id, asks }) => allowed.has(asks) && (only === null || only.includes(id)),
  );
  const isNeeded = (one: Base) =>
    one.body !== undefined &&
    probes.some(({ base, question }) => base === one && question?.needsServed === true);
  const controls = allowed.has('write') ? bases.filter(isNeeded).map(control) : [];
  const askers = [...controls, ...probes];
  return { bases, askers, slots: slotsOf(askers, baseUrl) };
}
