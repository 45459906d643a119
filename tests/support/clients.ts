import { goodToken } from './service.ts';
import {
  type Client,
  type ClientSettings,
  createClient,
  createRedactor,
  type Exchange,
  type Header,
  type Probe,
} from './subject.ts';

/** A client of the suite, for one test. */

export const putProbe: Probe = {
  id: 'put-authorised',
  operation: 'put',
  credentials: 'authorised',
  method: 'PUT',
  path: '/api/entity/e1/valuation/derivative/fact/transformer/',
  purpose: 'PUT with the access token',
  addressed: { entityId: 'e1' },
  body: '{"name":"n"}',
};

type Changes = Partial<Omit<ClientSettings, 'baseUrl' | 'redactor'>>;

/** The credentials of every proxy are masked as the settings have them, decoded. */
function secretsOf({ extraHeaders = [], proxy = {} }: Changes) {
  const urls = [proxy.httpProxy, proxy.httpsProxy, proxy.allProxy].flatMap((url) =>
    url ? [new URL(url)] : [],
  );
  return [
    { name: 'access token', value: goodToken },
    ...extraHeaders.map(([name, value]: Header) => ({ name: `header ${name}`, value })),
    ...urls.flatMap(({ username, password }) => {
      const [user, word] = [username, password].map(decodeURIComponent);
      return [
        { name: 'proxy credentials', value: `${user}:${word}` },
        { name: 'proxy password', value: word ?? '' },
      ];
    }),
  ];
}

export function clientOf(baseUrl: string, changes: Changes = {}): Client {
  const rest = { timeoutMs: 60_000, extraHeaders: [], tls: {}, proxy: {}, ...changes };
  const redactor = createRedactor(secretsOf(rest).filter(({ value }) => value !== '' && value !== ':'));
  return createClient({ baseUrl: new URL(baseUrl), userAgent: 'suite/1 (run r)', redactor, ...rest });
}

/** Sends the PUT with the token. */
export function put(baseUrl: string, changes: Changes = {}): Promise<Exchange> {
  return clientOf(baseUrl, changes).send('x1', putProbe, `Bearer ${goodToken}`);
}

/** What came of a request, on one line: how it failed, or what was kept of the response. */
export function lineOf({ response, failure }: Pick<Exchange, 'response' | 'failure'>): string {
  if (failure !== undefined) {
    const { kind, sent, head, message } = failure;
    return `${kind}${sent ? '' : ', nothing sent'}${head ? `, ${head.status}` : ''}: ${message}`;
  }
  const { status, body, decoded = [], headers = [] } = response ?? { status: 0 };
  const undone = decoded.length === 0 ? '' : `, ${decoded.join(' and ')} undone`;
  return `${status}, ${headers.length} headers, ${body?.bytes} bytes${body?.encoding === 'base64' ? ' as Base64' : ''}${undone}`;
}
