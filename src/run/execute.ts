import type { Judge } from '../judge/judge.ts';
import type { Judgement } from '../judge/judgement.ts';
import { known } from '../model/known.ts';
import { contract } from '../operations/index.ts';
import { cleanUp } from './commands.ts';
import { type Prepared, prepare, type TargetRun } from './prepare.ts';
import { type Probed, probePlan } from './prober.ts';
import { withReference } from './reference.ts';
import type { Run, RunResult } from './run.ts';
import { openSession, type RunSession } from './session.ts';
import { untilReachable } from './until-reachable.ts';

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

/** Sends a plan, keeps the journal of it and judges each response as it arrives. */
async function transmit(
  run: TargetRun,
  { token, plan }: Prepared,
  session: RunSession,
): Promise<{ readonly probed: Probed; readonly judgement: Judgement }> {
  const { settings, events, signal } = run;
  const keys = new Map(plan.chains.flat().map(({ id }, at) => [id, at]));
  let loading: Promise<Judge> | undefined;
  const judging = () => (loading ??= loadJudge(run));
  try {
    const probed = await probePlan({
      plan,
      token,
      serial: settings.serial,
      delayMs: settings.delayMs,
      alreadyDone: (name) => contract.operation(name).alreadyDone,
      send: async (probe, authorization) => {
        const sent = session.send(probe, authorization);
        setImmediate(() => void judging().catch(() => undefined));
        return sent;
      },
      onIntent: session.intend,
      onExchange: async (exchange) => {
        session.keep(exchange);
        const { meaning } = (await judging()).add(exchange, keys.get(exchange.probe) ?? 0);
        events?.onExchange?.(exchange);
        return meaning === 'success';
      },
      onUnsent: session.leaveOut,
      ...known({ signal }),
    });
    const exchangeOf = (key: number) => probed.exchanges.find(({ probe }) => keys.get(probe) === key);
    return { probed, judgement: (await judging()).results(exchangeOf) };
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
  if (!run.isReference) await untilReachable(run);
  const prepared = await prepare(run);
  if ('problems' in prepared) return { ok: false, problems: prepared.problems };
  const { header } = prepared;
  const session = openSession(run, prepared);
  if ('message' in session) return { ok: false, problems: [session] };
  run.events?.onPlan?.(header.plan);
  try {
    const { probed, judgement } = await transmit(run, prepared, session);
    const durationMs = Math.round(performance.now() - begin);
    session.end(durationMs, probed.cut);
    const recording = { header, ...probed, durationMs };
    const { buildReport } = await import('../report/build.ts');
    const report = buildReport(recording, judgement);
    await cleanUp(run, report, prepared.token);
    return { ok: true, report, secrets: session.secrets };
  } catch (error) {
    throw withJournalNamed(error, session.journal(), run);
  } finally {
    session.close();
  }
}

/**
 * Makes the plan, sends it, keeps the journal, judges each response as it arrives and builds the report. Problems come back
 * before anything was sent; what the network or the service does is in the report.
 */
export function execute(run: Run): Promise<RunResult> {
  const { settings } = run;
  if (!settings.reference) return executeOn({ ...run, settings, isReference: false });
  return withReference(settings, (target) => executeOn({ ...run, settings: target, isReference: true }));
}
