import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AnswerEdit, failures, faults } from './faults.ts';
import { type Answer, answerTo, type Parts } from './handler.ts';
import { hexId } from './operations/operation.ts';
import { startAll } from './operations.ts';
import type { Refusal } from './refusal.ts';

/** The access token of a reference service that was given none. It opens nothing else. */
export const referenceToken = 'reference-token-that-protects-nothing';

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

export interface ReferenceService {
  readonly baseUrl: string;
  readonly token: string;
  readonly entityId: string;
  /** The settings of operations that a run needs, by their keys. */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  /** Switches the faults of the options on or off; they are on at the start. */
  setFaults(on: boolean): void;
  /** Closes at once, open connections too. */
  close(): Promise<void>;
}

/** @throws Error for a fault that does not exist */
function partsOf(options: ReferenceOptions): Parts {
  const { token = referenceToken, entityId = hexId('entity'), basePath = '', seedRules = 1 } = options;
  const asked = options.faults ?? [];
  const known = [...faults, ...failures].map(({ name }) => name);
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`there is no fault ${unknown}`);
  return {
    token,
    entityId,
    basePath: basePath.replace(/\/$/, ''),
    running: startAll({ entityId, businessDataTypeId: hexId('business data type'), seedRules }),
    faults: asked.flatMap((name) => faults.filter((fault) => fault.name === name)),
    edits: options.edits ?? [],
    failure: asked.flatMap((name) => failures.filter((failure) => failure.name === name))[0] ?? null,
  };
}

/** What pages of other origins may send and read (Fetch standard, 3.2). The asterisk stands for no Authorization header. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-expose-headers': 'www-authenticate, allow, retry-after',
  'access-control-max-age': '600',
};

function send(response: ServerResponse, { status, headers, body }: Answer, more: Answer['headers']): void {
  const own = status === 204 ? {} : { 'content-type': 'application/json', 'content-length': body.length };
  response.writeHead(status, { ...own, 'cache-control': 'no-store', ...more, ...headers }).end(body);
}

/**
 * Starts a service on 127.0.0.1 that does what the document says, except for the faults asked for.
 * @throws Error for a fault that does not exist, a port that is taken.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<ReferenceService> {
  const { latencyMs = 0, cors = false, onAnswer } = options;
  const parts = partsOf(options);
  const honest: Parts = { ...parts, faults: [], edits: [], failure: null };
  let current = parts;
  const server = createServer(async (request, response) => {
    const answered = await answerTo(request, current);
    if (latencyMs > 0) await sleep(latencyMs);
    const { method = '', url: path = '' } = request;
    const { status = null, refusal = null } = typeof answered === 'string' ? {} : answered;
    onAnswer?.({ method, path, status, refusal });
    if (answered === 'close') request.socket.destroy();
    if (typeof answered !== 'string') send(response, answered, cors ? corsHeaders : {});
  });
  await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${parts.basePath}`,
    token: parts.token,
    entityId: parts.entityId,
    settings: Object.assign({}, ...parts.running.map(({ settings }) => settings)),
    setFaults: (on) => {
      current = on ? parts : honest;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
