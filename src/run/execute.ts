import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, Probe, Unsent } from '../../schemas/types.ts';
import type { Judge } from '../judge/judge.ts';
import { madeUpToken } from '../model/exchange.ts';
import { known } from '../model/known.ts';
import { contract } from '../operations/index.ts';
import { cleanUp } from './commands.ts';
import type { Chain } from './plan.ts';
import { type Prepared, prepare } from './prepare.ts';
import { onTarget, type Run, type RunResult, type TargetRun } from './run.ts';
import { openSession, type RunSession } from './session.ts';

/**
 * The command, the API and vitest call this one function. What is needed only after the first requests is loaded
 * piece by piece while they are in flight.
 */

/** The judge is loaded while the first requests are on their way, a piece at a time so that responses do not wait. */
async function loadJudge(run: TargetRun): Promise<Judge> {
  const { Judge } = await import('../judge/judge.ts');
  const judge = new Judge();
  await run.events?.onWaiting?.();
  return judge;
}

/** Why the next request of a chain must not be sent; null where it may. */
function obstacle(
  { operation }: Probe,
  served: Exchange | undefined,
  signal: AbortSignal | undefined,
): Pick<Unsent, 'reason' | 'servedBy'> | null {
  if (served !== undefined)
    return { reason: `${contract.operation(operation).alreadyDone} by ${served.id}`, servedBy: served.id };
  return signal?.aborted === true ? { reason: 'the run was interrupted', servedBy: null } : null;
}

function authorizationFor({ credentials }: Probe, token: string): string | null {
  if (credentials === 'none') return null;
  return `Bearer ${credentials === 'made-up' ? madeUpToken : token}`;
}

/** Sends a plan, each request at most once, keeps the journal of it and judges each response as it arrives. */
async function transmit(run: TargetRun, { token, plan }: Prepared, session: RunSession) {
  const { signal, events } = run;
  const { serial, delayMs } = run.settings;
  const probes = plan.chains.flat().map(({ id }) => id);
  const exchanges = new Map<string, Exchange>();
  const unsent = new Map<string, Unsent>();
  let loading: Promise<Judge> | undefined;
  const judging = () => (loading ??= loadJudge(run));

  /** Sends one request. @returns whether it was served */
  async function exchanged(probe: Probe): Promise<boolean> {
    const sending = session.send(probe, authorizationFor(probe, token));
    setImmediate(() => void judging().catch(() => undefined));
    const exchange = await sending;
    exchanges.set(probe.id, exchange);
    const { meaning } = (await judging()).add(exchange, probes.indexOf(probe.id));
    events?.onExchange?.(exchange);
    return meaning === 'success';
  }

  async function sendChain(chain: Chain): Promise<void> {
    let served: Exchange | undefined;
    for (const probe of chain) {
      // The very first request does not wait; with a pause, chains do not overlap.
      if (delayMs > 0 && exchanges.size > 0)
        await sleep(delayMs, undefined, known({ signal })).catch(() => undefined);
      const hindered = obstacle(probe, served, signal);
      if (hindered === null) {
        const isServed = await exchanged(probe);
        if (isServed && probe.credentials !== 'authorised') served ??= exchanges.get(probe.id);
      } else {
        const left = { probe: probe.id, operation: probe.operation, ...hindered };
        unsent.set(probe.id, left);
        session.leaveOut(left);
      }
    }
  }

  try {
    if (serial || delayMs > 0) for (const chain of plan.chains) await sendChain(chain);
    else await Promise.all(plan.chains.map(sendChain));
    const judge = await judging();
    return {
      exchanges: probes.flatMap((id) => exchanges.get(id) ?? []),
      unsent: probes.flatMap((id) => unsent.get(id) ?? []),
      cut: signal?.aborted === true,
      judgement: judge.results((key) => exchanges.get(probes[key] ?? '')),
    };
  } finally {
    await session.hangUp();
  }
}

/** A failure after the first request must not lose what was sent. */
function withJournalNamed(error: unknown, journal: string | null, { tool }: TargetRun): unknown {
  const { command = 'conformance' } = tool;
  if (journal === null || !(error instanceof Error)) return error;
  const message = `${error.message}. What was sent is in ${journal}: ${command} render ${journal} judges it`;
  return new Error(message, { cause: error });
}

async function executeOn(run: TargetRun): Promise<RunResult> {
  const begin = performance.now();
  const prepared = await prepare(run);
  const { header, token } = prepared;
  const session = openSession(run, prepared);
  run.events?.onPlan?.(header.plan);
  try {
    const { judgement, ...transmitted } = await transmit(run, prepared, session);
    const durationMs = Math.round(performance.now() - begin);
    session.end(durationMs, transmitted.cut);
    const { buildReport } = await import('../report/build.ts');
    const report = buildReport({ header, ...transmitted, durationMs }, judgement);
    await cleanUp(run, { runId: header.runId, effects: report.effects }, token);
    return { report, secrets: session.secrets };
  } catch (error) {
    throw withJournalNamed(error, session.journal(), run);
  } finally {
    session.close();
  }
}

/**
 * Makes the plan, sends it, keeps the journal, judges each response as it arrives and builds the report. What the network or
 * the service does is in the report.
 * @throws RefusedSettings before anything is sent
 */
export function execute(run: Run): Promise<RunResult> {
  return onTarget(run, executeOn);
}
