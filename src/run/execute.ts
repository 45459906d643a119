import { type ClientSettings, clientSecrets, createClient } from '../http/client.ts';
import type { Judge } from '../judge/judge.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Probe } from '../model/exchange.ts';
import { known } from '../model/known.ts';
import type { RecordingHeader } from '../model/recording.ts';
import type { SettingProblem } from '../model/setting.ts';
import { beginningOf } from '../secrets/needles.ts';
import { isDocumented, isOwnWord } from '../secrets/ordinary-text.ts';
import { accessToken, createRedactor, type Redactor, type Secret } from '../secrets/redaction.ts';
import { cleanUp } from './commands.ts';
import { type Journal, noJournal, openJournal } from './journal.ts';
import type { RunPlan } from './plan.ts';
import { type Prepared, prepare, type TargetRun } from './prepare.ts';
import { type Probed, probePlan } from './prober.ts';
import { withReference } from './reference.ts';
import type { Run, RunResult } from './run.ts';
import { untilReachable } from './until-reachable.ts';

/**
 * The command, the API and vitest call this one function. What is needed only after the first requests is loaded
 * piece by piece while they are in flight.
 */

/** After an interrupt, responses that are on their way are waited for so long, milliseconds. */
const graceMs = 1_000;

function clientSettings({ settings, tool }: TargetRun, runId: string): Omit<ClientSettings, 'redactor'> {
  const { ca, clientCertificate, proxies } = settings;
  return {
    baseUrl: new URL(settings.baseUrl),
    timeoutMs: settings.timeoutMs,
    userAgent: `${tool.name}/${tool.version} (run ${runId})`,
    extraHeaders: settings.headers,
    tls: { ...known({ ca }), ...clientCertificate },
    proxy: proxies,
  };
}

/** Everything that is sent besides headers, which every output shows. */
function shownText(baseUrl: string, { chains }: RunPlan): string {
  const probes = chains
    .flat()
    .flatMap(({ path, addressed, body = '' }) => [path, ...Object.values(addressed), body]);
  return [baseUrl, ...probes].join('\n');
}

/**
 * What of a run no output may show. A header's value that only repeats what is sent (`X-Entity-Id`), is a number, a
 * date or a word (`X-Tenant: data`), is not a secret; the access token always is.
 */
function secretsOf(run: TargetRun, { token, plan, header }: Prepared): readonly Secret[] {
  const shown = shownText(run.settings.baseUrl, plan);
  const isShown = (text: string) => shown.includes(text) || isDocumented(text, run.contract);
  // The beginning of a secret may be that of a URL, a pointer or a word, which honest outputs show.
  const asPath = (text: string) => text.replace(/^\//, '').replaceAll('/', '.');
  const others = clientSecrets(clientSettings(run, header.runId)).map((secret) => ({
    ...secret,
    isShown: secret.isShown === true || isShown(secret.value),
  }));
  return [{ name: accessToken, value: token }, ...others].map((secret) => {
    const beginning = beginningOf(secret.value);
    const isCommon = isShown(beginning) || isShown(asPath(beginning)) || isOwnWord(beginning);
    return { ...secret, isWhole: isCommon };
  });
}

/** The journal with its first line, or why it cannot be kept: without it, nothing is sent. */
function begun(path: string | null, header: RecordingHeader): Journal | SettingProblem {
  try {
    const journal = path === null ? noJournal : openJournal(path);
    try {
      journal.write({ line: 'run', formatVersion: 1, header });
      return journal;
    } catch (error) {
      journal.close();
      throw error;
    }
  } catch (error) {
    return {
      key: 'out',
      message: `takes no recording: ${(error as Error).message}`,
      example: 'conformance-report-2',
    };
  }
}

function redacted(probe: Probe, redactor: Redactor): Probe {
  return probe.body === undefined ? probe : { ...probe, body: redactor.jsonBody(probe.body).text };
}

/** The judge is loaded while the first requests are on their way, a piece at a time so that responses do not wait. */
async function loadJudge(run: TargetRun): Promise<Judge> {
  const { Judge } = await import('../judge/judge.ts');
  const judge = new Judge(run.contract);
  await run.events?.onWaiting?.();
  return judge;
}

/** Sends a plan, keeps the journal of it and judges each response as it arrives. */
async function transmit(
  run: TargetRun,
  { token, plan, header }: Prepared,
  journal: Journal,
  secrets: readonly Secret[],
): Promise<{ readonly probed: Probed; readonly judgement: Judgement }> {
  const { contract, settings, events, signal } = run;
  const redactor = createRedactor(secrets);
  const client = createClient({ ...clientSettings(run, header.runId), redactor });
  const close = () => setTimeout(() => void client.close(), graceMs).unref();
  signal?.addEventListener('abort', close, { once: true });
  const { origin } = new URL(settings.baseUrl);
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
        const sent = client.send(probe.id, probe, authorization);
        setImmediate(() => void judging().catch(() => undefined));
        return sent;
      },
      onIntent: (probe) => {
        const url = redactor.text(origin + probe.path).text;
        const at = new Date().toISOString();
        journal.write({ line: 'intent', probe: redacted(probe, redactor), url, at });
        events?.onIntent?.(probe);
      },
      onExchange: async (exchange) => {
        journal.write({ line: 'exchange', exchange });
        const { meaning } = (await judging()).add(exchange, keys.get(exchange.probe) ?? 0);
        events?.onExchange?.(exchange);
        return meaning === 'success';
      },
      onUnsent: (unsent) => journal.write({ line: 'unsent', unsent }),
      ...known({ signal }),
    });
    const exchangeOf = (key: number) => probed.exchanges.find(({ probe }) => keys.get(probe) === key);
    return { probed, judgement: (await judging()).results(exchangeOf) };
  } finally {
    signal?.removeEventListener('abort', close);
    await client.close();
  }
}

/** A failure after the first request must not lose what was sent. */
function withJournalNamed(error: unknown, { journal, tool }: TargetRun): unknown {
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
  const journal = begun(run.journal, header);
  if ('message' in journal) return { ok: false, problems: [journal] };
  run.events?.onPlan?.(header.plan);
  const secrets = secretsOf(run, prepared);
  try {
    const { probed, judgement } = await transmit(run, prepared, journal, secrets);
    const durationMs = Math.round(performance.now() - begin);
    journal.write({ line: 'end', durationMs, cut: probed.cut });
    const recording = { header, ...probed, durationMs };
    const { buildReport } = await import('../report/build.ts');
    const report = buildReport(run.contract, recording, judgement);
    await cleanUp(run, report, prepared.token);
    return { ok: true, report, secrets };
  } catch (error) {
    throw withJournalNamed(error, run);
  } finally {
    journal.close();
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
