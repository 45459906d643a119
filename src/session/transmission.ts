import type { Probe } from '../model/exchange.ts';
import { type ClientSettings, clientSecrets, createClient } from '../target/client.ts';
import type { Journal } from '../target/journal.ts';
import { isDocumented } from '../target/ordinary-text.ts';
import type { Plan } from '../target/plan.ts';
import { type Probed, probePlan } from '../target/prober.ts';
import { accessToken, createRedactor, type Redactor, type Secret } from '../target/redaction.ts';
import { beginningOf } from '../target/secret-forms.ts';
import type { Session, SessionEvents } from './session.ts';

/** After an interrupt, answers that are on their way are waited for so long, milliseconds. */
const graceMs = 1_000;

/** What is sent, as whom, and who is told. */
export interface Transmission {
  readonly session: Session;
  readonly plan: Plan;
  readonly token: string;
  readonly journal: Journal;
  readonly events: SessionEvents;
  readonly signal: AbortSignal | undefined;
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
    proxy: proxies,
  };
}

/** Everything that is sent besides headers, which every output shows. */
function shownText({ settings }: Session, { chains }: Plan): string {
  const probes = chains
    .flat()
    .flatMap(({ path, addressed, body = '' }) => [path, ...Object.values(addressed), body]);
  return [settings.baseUrl, ...probes].join('\n');
}

/**
 * What of a session may stand in no output. A header's value that only repeats what is sent (`X-Entity-Id`), is a number,
 * a date or a word (`X-Tenant: data`), is no secret; the access token always is.
 */
export function secretsOf(session: Session, plan: Plan, token: string): readonly Secret[] {
  const shown = shownText(session, plan);
  const isShown = (text: string) => shown.includes(text) || isDocumented(text);
  const others = clientSecrets(clientSettings(session));
  return [
    { name: accessToken, value: token },
    ...others.map((secret) => ({
      ...secret,
      isShown: secret.isShown === true || isShown(secret.value),
      isWhole: isShown(beginningOf(secret.value)),
    })),
  ];
}

function redacted(probe: Probe, redactor: Redactor): Probe {
  return probe.body === undefined ? probe : { ...probe, body: redactor.jsonBody(probe.body).text };
}

/** Sends a plan and keeps the journal of it; ends what is in flight a moment after an interrupt. */
export async function transmit({
  session,
  plan,
  token,
  journal,
  events,
  signal,
}: Transmission): Promise<Probed> {
  const { settings } = session;
  const redactor = createRedactor(secretsOf(session, plan, token));
  const client = createClient({ ...clientSettings(session), redactor });
  signal?.addEventListener('abort', () => setTimeout(() => void client.close(), graceMs).unref(), {
    once: true,
  });
  const { origin } = new URL(settings.baseUrl);
  try {
    return await probePlan({
      plan,
      token,
      serial: settings.serial,
      delayMs: settings.delayMs,
      send: (probe, authorization) => client.send(probe.id, probe, authorization),
      onIntent: (probe) => {
        const url = redactor.text(origin + probe.path).text;
        journal.write({
          line: 'intent',
          probe: redacted(probe, redactor),
          url,
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
