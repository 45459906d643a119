import { setMaxListeners } from 'node:events';
import type { Exchange, Header, Probe } from '../../schemas/types.ts';
import { limits } from '../model/limits.ts';
import type { Redactor, Secret } from '../secrets/redaction.ts';
import { sensitiveKind } from '../secrets/sensitive-names.ts';
import { createBudget } from './budget.ts';
import { createConnect, type TlsSettings } from './connect.ts';
import { dispatch, type Reply } from './dispatcher.ts';
import { credentialsCause, handedTo, hopTo, type ProxySettings, proxySecrets } from './proxy.ts';
import { recordExchange } from './record.ts';

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

const numberOrVersion = /^[vV+-]?\d+(?:[.,:/ -]\d+)*$/;
/** A number or a version has fewer digits than the shortest keys that are made of digits alone. */
const mostDigits = 15;
const words = /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)(?:[-_ ./](?:[a-z]+|[A-Z]+|[A-Z][a-z]+))*$/;
/** Random letters that are long enough for a key mix upper and lower case, or are longer than this. */
const longestWords = 24;

/**
 * Whether a header's value says nothing that is worth hiding: `X-Api-Version: 2024-01-02`, `X-Region: eu-west`. To mask
 * it would take documented fields out of every response. Under a name that says "secret", every value is worth hiding.
 */
function isOrdinary([name, value]: Header): boolean {
  if (sensitiveKind(name) !== undefined) return false;
  const isNumber = numberOrVersion.test(value) && value.replaceAll(/\D/g, '').length <= mostDigits;
  const isWords = words.test(value) && value.length <= longestWords;
  return isNumber || isWords;
}

/** What in a client's settings no output may show. */
export function clientSecrets({
  extraHeaders,
  proxy,
}: Pick<ClientSettings, 'extraHeaders' | 'proxy'>): readonly Secret[] {
  const ofHeaders = extraHeaders.map((header) => {
    const [name, value] = header;
    return { name: `header ${name}`, value, isShown: isOrdinary(header) };
  });
  return [...ofHeaders, ...proxySecrets(proxy)];
}

export type Client = ReturnType<typeof createClient>;

/** Sends probes, each once. */
export function createClient(settings: ClientSettings) {
  const { baseUrl, extraHeaders, timeoutMs, redactor } = settings;
  const { origin } = baseUrl;
  const { proxy } = hopTo(baseUrl, settings.proxy);
  const connect = createConnect(baseUrl, proxy, settings.tls);
  const handed = handedTo(baseUrl, proxy);
  const forProxy: readonly Header[] =
    handed?.authorization == null ? [] : [['proxy-authorization', handed.authorization]];
  const closing = new AbortController();
  const { signal } = closing;
  // Every exchange listens while it lasts; many that overlap are not a leak, which Node.js would warn of.
  setMaxListeners(0, signal);
  const inFlight = new Set<Promise<Reply>>();
  const budget = createBudget();

  /**
   * What the network and the service do is in the exchange, never thrown.
   * @param id of the exchange
   * @param authorization value of the Authorization header, or null for a request without one
   * @throws Error for a header value that HTTP cannot express
   */
  async function send(id: string, probe: Probe, authorization: string | null): Promise<Exchange> {
    const { method, path, body, contentType = 'application/json' } = probe;
    const headers: readonly Header[] = [
      ['accept', 'application/json'],
      ['accept-encoding', 'identity'],
      ['user-agent', settings.userAgent],
      ...(body === undefined ? [] : [['content-type', contentType] as const]),
      ...(authorization === null ? [] : [['authorization', authorization] as const]),
    ];
    const room = budget.left();
    const sending = dispatch({
      ...{ connect, timeoutMs, signal, origin, method },
      path: (handed === null ? '' : origin) + path,
      headers: [...headers, ...extraHeaders, ...forProxy],
      body: body === undefined ? null : Buffer.from(body),
      bodyBytes: Math.min(limits.bodyBytes, room),
    });
    inFlight.add(sending);
    try {
      const reply = await sending;
      const isRefused = handed !== null && reply.cause === null && reply.head?.status === 407;
      // Whether the service was reached before, nobody knows.
      const received = isRefused ? { ...reply, cause: credentialsCause(handed) } : reply;
      const exchange = recordExchange({ id, probe, origin, headers, extraHeaders }, received, redactor, room);
      budget.spend(exchange, reply.body.length);
      return exchange;
    } finally {
      inFlight.delete(sending);
    }
  }

  return {
    send,
    /** Ends the requests in flight, as interrupted, and resolves when there are none. Nothing is sent from then on. */
    close: async () => {
      closing.abort();
      await Promise.allSettled(inFlight);
    },
  };
}
