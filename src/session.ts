import { exposureProblems, type Problem, type TargetSettings } from './config.ts';
import type { RecordingHeader } from './model/recording.ts';
import type { Scope } from './model/report.ts';
import { type Rules, rulesOf, tokenOf } from './session/operator-commands.ts';
import type { Session, SessionEvents, SessionResult } from './session/session.ts';
import { secretsOf, transmit } from './session/transmission.ts';
import type { Journal } from './target/journal.ts';
import { makePlan, type Plan, plannedRequests } from './target/plan.ts';
import { defaultTransformer } from './target/transformer.ts';

export { noRuleNamed } from './session/operator-commands.ts';
export type { Session, SessionEvents, SessionResult } from './session/session.ts';

function scopeOf({ operations, unauthorized, transformer }: TargetSettings): Scope {
  return { operations, unauthorized, conditionsSent: transformer?.hasConditions ?? true };
}

/** The plan of a run whose rules are known. */
export function planSession({ settings, runId }: Pick<Session, 'settings' | 'runId'>, rules: Rules): Plan {
  const { baseUrl, entityId, transformer, businessDataTypeId, operations, unauthorized, repeat } = settings;
  return makePlan({
    ...rules,
    baseUrl: new URL(baseUrl),
    entityId,
    transformer: transformer?.text ?? defaultTransformer(runId, businessDataTypeId ?? ''),
    operations,
    unauthorized,
    repeat,
  });
}

/** What outputs show of the settings, for a token that only a command has told. */
function shownOf({ settings }: Session) {
  const { baseUrl, entityId, businessDataTypeId, rule, transformer, waivers } = settings;
  return {
    baseUrl,
    entityId,
    businessDataTypeId: businessDataTypeId ?? '',
    automationRuleIds: rule?.kind === 'ids' ? rule.ids.join() : '',
    transformer: transformer?.text ?? '',
    waivers: JSON.stringify(waivers),
  };
}

function headerOf(session: Session, plan: Plan): RecordingHeader {
  const { settings, reference, runId, startedAt, tool } = session;
  const { strict, repeat, serial, delayMs, timeoutMs, waivers } = settings;
  return {
    runId,
    startedAt,
    tool,
    target: { baseUrl: settings.baseUrl, reference },
    options: { strict, repeat, serial, delayMs, timeoutMs },
    scope: scopeOf(settings),
    plan: plannedRequests(plan),
    gaps: plan.gaps,
    ...(waivers.length === 0 ? {} : { waivers }),
  };
}

/** The journal with its first line, or why it cannot be kept: without it, nothing is sent. */
function begun(openJournal: () => Journal, header: RecordingHeader): Journal | Problem {
  try {
    const journal = openJournal();
    try {
      journal.write({ line: 'run', formatVersion: 1, header });
      return journal;
    } catch (error) {
      journal.close();
      throw error;
    }
  } catch (error) {
    return {
      setting: 'CONFORMANCE_OUT',
      message: `(--out) takes no recording: ${(error as Error).message}`,
      example: '--out conformance-report-2',
    };
  }
}

/**
 * Runs the operator's commands, makes the plan, sends it and keeps the journal. Problems come back before anything
 * was sent; what the network or the service does is part of the recording.
 */
export async function runSession(
  session: Session,
  openJournal: () => Journal,
  events: SessionEvents = {},
  signal?: AbortSignal,
): Promise<SessionResult> {
  const begin = performance.now();
  const token = await tokenOf(session, signal);
  if (!('token' in token)) return { ok: false, problems: [token] };
  const problems = exposureProblems(token.token, shownOf(session));
  if (problems.length > 0) return { ok: false, problems };
  const rules = await rulesOf(session, token.token, events, signal);
  if ('message' in rules) return { ok: false, problems: [rules] };
  const plan = planSession(session, rules);
  const header = headerOf(session, plan);
  const journal = begun(openJournal, header);
  if ('message' in journal) return { ok: false, problems: [journal] };
  try {
    events.onPlan?.(header.plan);
    const probed = await transmit({ session, plan, token: token.token, journal, events, signal });
    const durationMs = Math.round(performance.now() - begin);
    journal.write({ line: 'end', durationMs, cut: probed.cut });
    return {
      ok: true,
      recording: { header, ...probed, durationMs },
      secrets: secretsOf(session, plan, token.token),
    };
  } finally {
    journal.close();
  }
}
