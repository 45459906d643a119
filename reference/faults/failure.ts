/** What is sent in place of every response; `nothing` keeps the connection open, `close` drops it. */
type Instead =
  | 'nothing'
  | 'close'
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
    };

/**
 * One named way in which the service fails. A response of it says nothing about the document, so no requirement deviates
 * because of it: a run ends as incomplete. It concerns every request to an operation, whoever sends it, and none is
 * carried out.
 */
export interface ServiceFailure {
  /** Kebab-case, unique among faults too. */
  readonly name: string;
  readonly description: string;
  readonly instead: Instead;
}

const json = (code: string, message: string) => Buffer.from(JSON.stringify({ error: { code, message } }));

const gatewayPage = '<!doctype html><title>502 Bad Gateway</title><body><h1>502 Bad Gateway</h1></body>\n';

export const failures: readonly ServiceFailure[] = [
  {
    name: 'internal-error',
    description: 'Responds with 500 and an error in JSON.',
    instead: { status: 500, headers: {}, body: json('internal', 'The service failed.') },
  },
  {
    name: 'too-many-requests',
    description: 'Responds with 429, Retry-After: 1 and an error in JSON.',
    instead: {
      status: 429,
      headers: { 'retry-after': '1' },
      body: json('too_many_requests', 'Too many requests: try again in 1 second.'),
    },
  },
  {
    name: 'bad-gateway',
    description: "Responds with 502 and a gateway's HTML page.",
    instead: {
      status: 502,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: Buffer.from(gatewayPage),
    },
  },
  {
    name: 'no-response',
    description: 'Takes the request and never responds; the connection stays open.',
    instead: 'nothing',
  },
  {
    name: 'dropped-connection',
    description: 'Takes the request and closes the connection without a response.',
    instead: 'close',
  },
];
