import { setMaxListeners } from 'node:events';
import type { Exchange, Header, Probe } from '../model/exchange.ts';
import { known } from '../model/known.ts';
import { limits } from '../model/limits.ts';
import type { Redactor, Secret } from '../secrets/redaction.ts';
import { createBudget } from './budget.ts';
import { createConnect, type TlsSettings } from './connect.ts';
import { dispatch } from './dispatcher.ts';
import { isOrdinaryHeader } from './ordinary-header.ts';
import { type HttpProxy, handedTo, hopTo, type ProxySettings, peerOf, proxySecrets } from './proxy.ts';
import { recordExchange } from './record.ts';
import type { Reply } from './wire.ts';

export interface ClientSettings {
  /** Its origin is what requests go to; paths come with the probes. */
  readonly baseUrl: URL;
  /** Milliseconds for one exchange, from resolving the name to the last byte of the body. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** Added to every request; the values are secrets. */
  readonly extraHeaders: readonly Header[];
  readonly tls: TlsSettings;
  readonly proxy: ProxySettings;
  /** Must know the access token, and everything that `clientSecrets` names. */
  readonly redactor: Redactor;
}

/** Sends probes, each once. */
export interface Client {
  /**
   * What the network and the service do is in the exchange, never thrown.
   * @param id of the exchange
   * @param authorization value of the Authorization header, or null for a request without one
   * @throws Error for a header value that HTTP cannot express
   */
  send(id: string, probe: Probe, authorization: string | null): Promise<Exchange>;
  /** Ends the requests in flight, as interrupted, and resolves when there are none. Nothing is sent from then on. */
  close(): Promise<void>;
}

/** What in a client's settings no output may show. */
export function clientSecrets({
  extraHeaders,
  proxy,
}: Pick<ClientSettings, 'extraHeaders' | 'proxy'>): readonly Secret[] {
  return [
    ...extraHeaders.map((header) => ({
      name: `header ${header[0]}`,
      value: header[1],
      isShown: isOrdinaryHeader(header),
    })),
    ...proxySecrets(proxy),
  ];
}

/** Configuration refuses these and more; this makes sure of it. */
const neverExtra = /^(?:authorization|proxy-authorization|content-type|content-length|host)$/i;

/** @throws Error for settings that configuration should have refused */
function check({ extraHeaders, proxy, redactor }: ClientSettings): void {
  const forbidden = extraHeaders.find(([name]) => neverExtra.test(name));
  if (forbidden !== undefined) throw new Error(`the header ${forbidden[0]} is not for settings to set`);
  const unknown = clientSecrets({ extraHeaders, proxy }).find(({ value }) => !redactor.knows(value));
  if (unknown !== undefined) throw new Error(`the redactor does not know the secret ${unknown.name}`);
}

/** The headers of a request, without those of the operator's own. */
export function headersOf(
  { body, contentType = 'application/json' }: Pick<Probe, 'body' | 'contentType'>,
  { userAgent }: Pick<ClientSettings, 'userAgent'>,
  authorization: string | null,
): readonly Header[] {
  return [
    ['accept', 'application/json'],
    ['accept-encoding', 'identity'],
    ['user-agent', userAgent],
    ...(body === undefined ? [] : [['content-type', contentType] as const]),
    ...(authorization === null ? [] : [['authorization', authorization] as const]),
  ];
}

/** Only a proxy returns 407; whether the service was reached before, nobody knows. */
function withProxyRefusal(reply: Reply, proxy: HttpProxy | null): Reply {
  if (proxy === null || reply.cause !== null || reply.head?.status !== 407) return reply;
  const message = `the proxy ${peerOf(proxy.url).name} asks for other credentials than those in its URL (407)`;
  return { ...reply, cause: { kind: 'proxy', message } };
}

export function createClient(settings: ClientSettings): Client {
  check(settings);
  const { baseUrl, extraHeaders, timeoutMs, redactor } = settings;
  const { proxy } = hopTo(baseUrl, settings.proxy);
  const connect = createConnect(baseUrl, proxy, settings.tls);
  const handed = handedTo(baseUrl, proxy);
  const forProxy = Object.entries(known({ 'proxy-authorization': handed?.authorization }));
  const closing = new AbortController();
  // Every exchange listens while it lasts; many that overlap are not a leak, which Node.js would warn of.
  setMaxListeners(0, closing.signal);
  const inFlight = new Set<Promise<Reply>>();
  const budget = createBudget();

  async function send(id: string, probe: Probe, authorization: string | null): Promise<Exchange> {
    const headers = headersOf(probe, settings, authorization);
    const room = budget.left();
    const reply = dispatch(
      {
        origin: baseUrl.origin,
        method: probe.method,
        path: (handed === null ? '' : baseUrl.origin) + probe.path,
        headers: [...headers, ...extraHeaders, ...forProxy],
        body: probe.body === undefined ? null : Buffer.from(probe.body, 'utf8'),
      },
      { connect, timeoutMs, bodyBytes: Math.min(limits.bodyBytes, room), signal: closing.signal },
    );
    inFlight.add(reply);
    try {
      const sending = { id, probe, origin: baseUrl.origin, headers, extraHeaders };
      const received = withProxyRefusal(await reply, handed);
      const exchange = recordExchange(sending, received, redactor, room);
      budget.spend(exchange, received.body.length);
      return exchange;
    } finally {
      inFlight.delete(reply);
    }
  }

  return {
    send,
    close: async () => {
      closing.abort();
      await Promise.allSettled(inFlight);
    },
  };
}
