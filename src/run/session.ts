import type { Exchange, Probe, RecordingHeader, Unsent } from '../../schemas/types.ts';
import { type ClientSettings, clientSecrets, createClient } from '../http/client.ts';
import { known } from '../model/known.ts';
import { isDocumented } from '../operations/document-words.ts';
import { isOwnWord } from '../secrets/ordinary-text.ts';
import { accessToken, createRedactor, type Secret } from '../secrets/redaction.ts';
import { beginningOf } from '../secrets/secret-search.ts';
import { type Journal, noJournal, openJournal } from './journal.ts';
import type { RunPlan } from './plan.ts';
import type { Prepared } from './prepare.ts';
import { RefusedSettings, type TargetRun } from './run.ts';

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
  const isShown = (text: string) => shown.includes(text) || isDocumented(text);
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

/** @throws RefusedSettings where no journal can be kept: without it, nothing is sent */
function begun(path: string | null, header: RecordingHeader): Journal {
  if (path === null) return noJournal;
  try {
    return openJournal(path, header);
  } catch (error) {
    const message = `takes no recording: ${(error as Error).message}`;
    throw new RefusedSettings({ key: 'out', message, example: 'conformance-report-2' });
  }
}

/**
 * What sends requests to the service and keeps the journal of them; `run` and `explore` send through one of these.
 * @throws RefusedSettings where no journal can be kept
 */
export function openSession(run: TargetRun, prepared: Prepared) {
  const { settings, events, signal } = run;
  const { header } = prepared;
  const journal = begun(run.journal, header);
  const secrets = secretsOf(run, prepared);
  const redactor = createRedactor(secrets);
  const client = createClient({ ...clientSettings(run, header.runId), redactor });
  const hangUpLater = () => setTimeout(() => void client.close(), graceMs).unref();
  signal?.addEventListener('abort', hangUpLater, { once: true });
  const { origin } = new URL(settings.baseUrl);
  return {
    /** What no output may hold. */
    secrets,
    /** What the network and the service do is in the exchange, never thrown. */
    send: async (probe: Probe, authorization: string | null): Promise<Exchange> => {
      const { body } = probe;
      const shown = body === undefined ? probe : { ...probe, body: redactor.jsonBody(body).text };
      const url = redactor.text(origin + probe.path).text;
      journal.write({ line: 'intent', probe: shown, url, at: new Date().toISOString() });
      events?.onIntent?.(probe);
      const exchange = await client.send(probe.id, probe, authorization);
      journal.write({ line: 'exchange', exchange });
      return exchange;
    },
    leaveOut: (unsent: Unsent) => journal.write({ line: 'unsent', unsent }),
    /** Ends the requests in flight. */
    hangUp: async () => {
      signal?.removeEventListener('abort', hangUpLater);
      await client.close();
    },
    /** Ends the journal, which a run that fails closes. */
    end: (durationMs: number, cut: boolean) => {
      journal.write({ line: 'end', durationMs, cut });
      journal.end();
    },
    close: journal.close,
    journal: journal.path,
  };
}

export type RunSession = ReturnType<typeof openSession>;
