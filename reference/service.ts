import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnswerEdit } from './faults.ts';
import { faultNamed } from './faults.ts';
import { type Answer, answerTo, type Parts, refused } from './handler.ts';
import { hexId, type World } from './operations/operation.ts';
import { methods, startAll } from './operations.ts';
import type { Refusal } from './refusal.ts';
import { Bodies, drained } from './request-body.ts';

/** The access token of a reference service that was given none. It opens nothing else. */
export const referenceToken = 'reference-token-that-protects-nothing';

const referenceEntityId = hexId('entity');
const referenceBusinessDataTypeId = hexId('business data type');

export interface ReferenceOptions {
  /** Port on 127.0.0.1; 0, the default, takes any free one. */
  port?: number;
  /** 8 visible ASCII characters or more; `referenceToken` by default. */
  token?: string;
  /** How many automation rules can be deleted; 1 by default. `unlimited`: one, which exists again after each DELETE. */
  seedRules?: number | 'unlimited';
  /** Names of faults; none by default. */
  faults?: readonly string[];
  /** Further changes of successful answers, applied in this order after the edits of faults. */
  edits?: readonly AnswerEdit[];
  /** The only entity there is, 32 lower-case hexadecimal characters; a fixed one by default. */
  entityId?: string;
  /** Prefix of every path, such as `/api/v1`; empty by default. */
  basePath?: string;
  /** Milliseconds before each answer; 0 by default. */
  latencyMs?: number;
  /** Whether pages of other origins may read the answers; false by default. */
  cors?: boolean;
  /** Whether requests are kept in `received`; true by default. */
  keepsReceived?: boolean;
  /** Called with each answer before it is sent. */
  onAnswer?: (answered: Answered) => void;
}

/** A request and its answer. */
export interface Answered {
  readonly method: string;
  /** The request target, neither decoded nor normalised. */
  readonly path: string;
  /** Null where there is no response. */
  readonly status: number | null;
  /** Null where the request was carried out, and where the service fails. */
  readonly refusal: Pick<Refusal, 'code' | 'document' | 'problems'> | null;
}

/** A request as it arrived. */
interface ReceivedRequest {
  readonly method: string;
  /** The request target, neither decoded nor normalised. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: IncomingMessage['headers'];
  /** Empty until the body has arrived, and for a body that is too long or of a request that was refused before. */
  readonly body: string;
}

export interface ReferenceService {
  readonly baseUrl: string;
  readonly token: string;
  readonly entityId: string;
  /** The settings of operations that a run needs, by their keys. */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  /** Every request in the order of arrival; none where they are not to be kept. */
  readonly received: readonly ReceivedRequest[];
  /** Switches the faults of the options on or off; they are on at the start. */
  setFaults(on: boolean): void;
  /** Closes at once, open connections too. */
  close(): Promise<void>;
}

function partsOf(options: ReferenceOptions): Parts {
  const { token = referenceToken, entityId = referenceEntityId, basePath = '', seedRules = 1 } = options;
  if (!/^[\x21-\x7e]{8,}$/.test(token)) throw new Error('token must be 8 visible ASCII characters or more');
  if (!/^[0-9a-f]{32}$/.test(entityId))
    throw new Error(`entityId must be 32 lower-case hexadecimal characters, not "${entityId}"`);
  const isCount = typeof seedRules === 'number' && Number.isInteger(seedRules) && seedRules >= 0;
  if (!isCount && seedRules !== 'unlimited')
    throw new Error(`seedRules must be unlimited or an integer from 0, not ${seedRules}`);
  if (!/^(\/[\w.~-]+)*\/?$/.test(basePath))
    throw new Error(`basePath must be like "/api/v1", not "${basePath}"`);
  const world: World = { entityId, businessDataTypeId: referenceBusinessDataTypeId, seedRules };
  const asked = (options.faults ?? []).map(faultNamed);
  return {
    token,
    entityId,
    basePath: basePath.replace(/\/$/, ''),
    running: startAll(world),
    faults: asked.filter((one) => 'trips' in one),
    edits: options.edits ?? [],
    failure: asked.find((one) => 'instead' in one) ?? null,
  };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const own = {
    ...(status === 204 ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
    'cache-control': 'no-store',
  };
  response.writeHead(status, { ...own, ...headers }).end(body);
}

/** A name of a header (RFC 9110, 5.1). */
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** What pages of other origins may send and read (Fetch standard, 3.2): whatever header they ask for. */
function corsHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const asked = (headers['access-control-request-headers'] ?? '').toLowerCase().split(',');
  const names = asked.map((name) => name.trim()).filter((name) => headerName.test(name));
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': methods.join(', '),
    // The asterisk stands for no Authorization header, so that names are needed.
    'access-control-allow-headers': [...new Set(['authorization', 'content-type', ...names])].join(', '),
    'access-control-expose-headers': 'www-authenticate, allow, retry-after',
    'access-control-max-age': '600',
  };
}

type Received = { -readonly [Key in keyof ReceivedRequest]: ReceivedRequest[Key] };

function received({ method = '', url: path = '', headers }: IncomingMessage): Received {
  return { method, path, headers, body: '' };
}

/** @param entry null where the request is not to be kept */
async function answer(
  request: IncomingMessage,
  parts: Parts,
  bodies: Bodies,
  entry: Received | null,
): ReturnType<typeof answerTo> {
  const readBody = async () => {
    const body = await bodies.read(request);
    if (entry !== null) entry.body = body?.toString() ?? '';
    return body;
  };
  try {
    return await answerTo(request, readBody, parts);
  } catch (error) {
    return refused(error);
  } finally {
    await drained(request);
  }
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Starts a service on 127.0.0.1 that does what the document says, except for the faults asked for.
 * @throws Error for an option that is not right, a fault that does not exist, a port that is taken.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<ReferenceService> {
  const parts = partsOf(options);
  const all: Received[] = [];
  const bodies = new Bodies();
  const { latencyMs = 0, cors = false, keepsReceived = true, onAnswer } = options;
  const honest: Parts = { ...parts, faults: [], edits: [], failure: null };
  let current = parts;
  const server = createServer(async (request, response) => {
    const entry = keepsReceived ? received(request) : null;
    if (entry !== null) all.push(entry);
    const answered = await answer(request, current, bodies, entry);
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    const { method = '', url: path = '' } = request;
    const { status = null, refusal = null } = typeof answered === 'string' ? {} : answered;
    onAnswer?.({ method, path, status, refusal });
    if (answered === 'close') request.socket.destroy();
    if (typeof answered === 'string') return;
    send(
      response,
      cors ? { ...answered, headers: { ...corsHeaders(request), ...answered.headers } } : answered,
    );
  });
  const port = await listening(server, options.port ?? 0);
  return {
    baseUrl: `http://127.0.0.1:${port}${parts.basePath}`,
    token: parts.token,
    entityId: parts.entityId,
    settings: Object.assign({}, ...parts.running.map(({ settings }) => settings)),
    received: all,
    setFaults: (on) => {
      current = on ? parts : honest;
    },
    close: () => closed(server),
  };
}
