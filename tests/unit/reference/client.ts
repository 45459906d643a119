import { type IncomingHttpHeaders, request } from 'node:http';
import { afterEach } from 'vitest';
import { type ReferenceOptions, type ReferenceService, startReference } from '../../../reference/service.ts';
import { ruleIdsOf } from '../../support/reference-run.ts';

const running: ReferenceService[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});

/** A reference service that is closed when the test ends. */
export async function start(options?: ReferenceOptions): Promise<ReferenceService> {
  const service = await startReference(options);
  running.push(service);
  return service;
}

/** The members that the tests look at by name; the others are compared as a whole. */
interface AnswerBody {
  readonly requestId: string;
  readonly data: {
    readonly derivativeFactTransformerId: string;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly deletedAt: string;
    readonly conditions: readonly object[];
  };
  readonly error: { readonly code: string; readonly problems: readonly unknown[] };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body, of whatever shape it is. @throws SyntaxError when it is not JSON. */
  json(): AnswerBody;
}

export interface Call {
  readonly method: string;
  /** Sent as it is, below the base URL's path. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

/** Sends one request on a connection of its own. */
export function send(service: ReferenceService, call: Call): Promise<Reply> {
  const { hostname, port, pathname } = new URL(service.baseUrl);
  const path = `${pathname.replace(/\/$/, '')}${call.path}`;
  const { method, body } = call;
  const framing = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const headers = { ...framing, ...call.headers };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      const text = bytes.toString();
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        bytes,
        text,
        json: () => JSON.parse(text),
      });
    });
    outgoing.on('error', reject).end(body);
  });
}

const currency = { columnType: 'CURRENCY_TYPE', type: 'CURRENCY_FIAT' } as const;
export const conditions = [
  { column: 3, ...currency, operator: 'EQ', value: 'USD', jsonPath: '$.a' },
  { column: 4, ...currency, operator: 'EQ', value: 'EUR', jsonPath: '$.b' },
] as const;

export const action = {
  datetime: 1,
  timezone: 'Europe/Paris',
  referenceNo: 2,
  type: 'FUTURE_UNREALIZED',
  assetName: 3,
  positionSide: 4,
  currency: 5,
  amount: 6,
};

export const transformer = {
  name: 'Füllung 1',
  businessDataTypeId: 'b0',
  conditions,
  derivativeType: 'FUTURE',
  action,
};

/** Credentials of a call: the service's token, none, or a token it does not know. */
export type Credentials = 'authorised' | 'none' | 'made-up';

function authorization(service: ReferenceService, credentials: Credentials): Record<string, string> {
  if (credentials === 'none') return {};
  return { authorization: `Bearer ${credentials === 'authorised' ? service.token : 'a-made-up-token'}` };
}

export function put(
  service: ReferenceService,
  body: unknown = transformer,
  credentials: Credentials = 'authorised',
): Promise<Reply> {
  return send(service, {
    method: 'PUT',
    path: `/entity/${service.entityId}/valuation/derivative/fact/transformer/`,
    headers: { ...authorization(service, credentials), 'content-type': 'application/json' },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

export function remove(
  service: ReferenceService,
  ruleId = ruleIdsOf(service)[0],
  credentials: Credentials = 'authorised',
): Promise<Reply> {
  return send(service, {
    method: 'DELETE',
    path: `/entity/${service.entityId}/automationRule/${ruleId}`,
    headers: authorization(service, credentials),
  });
}
