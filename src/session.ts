import { type Problem, type TargetSettings, tokenProblem, withoutFinalLineBreaks } from './config.ts';
import type { Exchange, Probe } from './model/exchange.ts';
import type { Recording, RecordingHeader } from './model/recording.ts';
import type { Scope } from './model/report.ts';
import { type ClientSettings, clientSecrets, createClient } from './target/client.ts';
import { runCommand } from './target/command.ts';
import { identifierProblem } from './target/identifiers.ts';
import type { Journal } from './target/journal.ts';
import { makePlan, type Plan, plannedRequests } from './target/plan.ts';
import { probePlan } from './target/prober.ts';
import { createRedactor, type Redactor } from './target/redaction.ts';
import { defaultTransformer } from './target/transformer.ts';

/** An operator's command may take so long, milliseconds. */
const commandDeadlineMs = 60_000;

/** After an interrupt, answers that are on their way are waited for so long, milliseconds. */
const graceMs = 1_000;

/** What one run is about. */
export interface Session {
  readonly settings: TargetSettings;
  /** Whether the target is the embedded reference service. */
  readonly reference: boolean;
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly tool: { readonly name: string; readonly version: string };
  /** For the operator's own commands. */
  readonly environment: NodeJS.ProcessEnv;
}

export interface SessionEvents {
  /** The plan is made; nothing was sent yet. */
  readonly onPlan?: (plan: RecordingHeader['plan']) => void;
  readonly onIntent?: (probe: Probe) => void;
  readonly onExchange?: (exchange: Exchange) => void;
}

export type SessionResult =
  | { readonly ok: true; readonly recording: Recording }
  | { readonly ok: false; readonly problems: readonly Problem[] };

interface Rules {
  readonly ruleIds: readonly string[];
  /** Why there is none. */
  readonly noRule: string;
}

const noRuleNamed =
  'no automation rule was named (CONFORMANCE_AUTOMATION_RULE_ID, or CONFORMANCE_RULE_COMMAND)';

async function tokenOf({ settings, environment }: Session): Promise<{ readonly token: string } | Problem> {
  const { token } = settings;
  if (token.kind === 'value') return { token: token.value };
  const result = await runCommand(token.command, { environment, timeoutMs: commandDeadlineMs });
  const output = result.ok ? withoutFinalLineBreaks(result.output) : '';
  const problem = result.ok ? tokenProblem(output) : result.problem;
  if (problem === null) return { token: output };
  return {
    setting: 'CONFORMANCE_ACCESS_TOKEN_COMMAND',
    message: result.ok ? `printed something that ${problem}` : problem,
    example: 'CONFORMANCE_ACCESS_TOKEN_COMMAND="cat /run/secrets/token"',
  };
}

async function rulesOf({ settings, environment }: Session): Promise<Rules> {
  const { rule, operations } = settings;
  if (rule === null || !operations.includes('delete')) return { ruleIds: [], noRule: noRuleNamed };
  if (rule.kind === 'ids') return { ruleIds: rule.ids, noRule: '' };
  const result = await runCommand(rule.command, { environment, timeoutMs: commandDeadlineMs });
  if (!result.ok) return { ruleIds: [], noRule: `CONFORMANCE_RULE_COMMAND ${result.problem}` };
  const id = result.output.trim();
  const problem = identifierProblem(id);
  if (problem !== null)
    return { ruleIds: [], noRule: `CONFORMANCE_RULE_COMMAND printed an id that ${problem}` };
  return { ruleIds: [id], noRule: '' };
}

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

function headerOf(session: Session, plan: Plan): RecordingHeader {
  const { settings, reference, runId, startedAt, tool } = session;
  const { strict, repeat, serial, delayMs, timeoutMs } = settings;
  return {
    runId,
    startedAt,
    tool,
    target: { baseUrl: settings.baseUrl, reference },
    options: { strict, repeat, serial, delayMs, timeoutMs },
    scope: scopeOf(settings),
    plan: plannedRequests(plan),
    gaps: plan.gaps,
  };
}

function clientSettings(session: Session): Omit<ClientSettings, 'redactor'> {
  const { settings, runId, tool } = session;
  const { ca, clientCertificate, proxies } = settings;
  return {
    baseUrl: new URL(settings.baseUrl),
    timeoutMs: settings.timeoutMs,
    userAgent: `${tool.name}/${tool.version} (run ${runId})`,
    extraHeaders: settings.headers,
    tls: { ...(ca === null ? {} : { ca }), ...(clientCertificate ?? {}) },
    proxy: {
      ...(proxies.http === null ? {} : { httpProxy: proxies.http }),
      ...(proxies.https === null ? {} : { httpsProxy: proxies.https }),
      noProxy: proxies.except,
    },
  };
}

async function sendAll(
  session: Session,
  plan: Plan,
  token: string,
  journal: Journal,
  events: SessionEvents,
  signal: AbortSignal | undefined,
) {
  const settings = clientSettings(session);
  const redactor = createRedactor([{ name: 'access token', value: token }, ...clientSecrets(settings)]);
  const client = createClient({ ...settings, redactor });
  const closeLater = () => setTimeout(() => void client.close(), graceMs).unref();
  signal?.addEventListener('abort', closeLater, { once: true });
  const { origin } = new URL(session.settings.baseUrl);
  try {
    return await probePlan({
      plan,
      token,
      serial: session.settings.serial,
      delayMs: session.settings.delayMs,
      send: (probe, authorization) => client.send(probe.id, probe, authorization),
      onIntent: (probe) => {
        journal.write({
          line: 'intent',
          probe: redacted(probe, redactor),
          url: redactor.text(origin + probe.path).text,
          at: new Date().toISOString(),
        });
        events.onIntent?.(probe);
      },
      onExchange: (exchange) => {
        journal.write({ line: 'exchange', exchange });
        events.onExchange?.(exchange);
      },
      onUnsent: (unsent) => journal.write({ line: 'unsent', unsent }),
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    await client.close();
  }
}

function redacted(probe: Probe, redactor: Redactor): Probe {
  return probe.body === undefined ? probe : { ...probe, body: redactor.text(probe.body).text };
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
  const token = await tokenOf(session);
  if (!('token' in token)) return { ok: false, problems: [token] };
  const plan = planSession(session, await rulesOf(session));
  const header = headerOf(session, plan);
  const journal = openJournal();
  try {
    journal.write({ line: 'run', formatVersion: 1, header });
    events.onPlan?.(header.plan);
    const probed = await sendAll(session, plan, token.token, journal, events, signal);
    const durationMs = Math.round(performance.now() - begin);
    journal.write({ line: 'end', durationMs, cut: probed.cut });
    return { ok: true, recording: { header, ...probed, durationMs } };
  } finally {
    journal.close();
  }
}
