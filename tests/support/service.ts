import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answerTo, putAnswer, refusalBody, type sentTransformer } from './conforming.ts';
import { contract } from './engine.ts';
import { listening } from './free-port.ts';
import type { Credentials, Operation } from './subject.ts';

/** The token that the scripted service accepts. */
export const goodToken = 'good-token-0123456789';

/** One request as the service saw it. */
export interface Call {
  readonly operation: Operation;
  readonly credentials: Credentials;
  readonly method: string;
  /** The request target as sent. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A conforming answer, to be sent as it is or changed. */
export interface Prepared {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Answers one request; the socket is for those who answer with something other than HTTP. */
export type Script = (call: Call, prepared: Prepared, response: ServerResponse, socket: Socket) => void;

/** `await using` closes it at the end of a block. */
export interface ScriptedService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly calls: readonly Call[];
  readonly close: () => Promise<void>;
}

export function sendPrepared({ status, headers, body }: Prepared, response: ServerResponse): void {
  response.writeHead(status, headers).end(body);
}

export const asPrepared: Script = (_, prepared, response) => sendPrepared(prepared, response);

/** Replaces a text in bodies; in those of one operation, where one is named. */
export function replacing(from: string | RegExp, to: string, only?: string): Script {
  return ({ operation }, prepared, response) => {
    const body = prepared.body.replace(from, () => to);
    sendPrepared(only === undefined || only === operation ? { ...prepared, body } : prepared, response);
  };
}

/** Answers all but the authorised PUT, and that one never. */
export const silentToPut: Script = ({ operation, credentials }, prepared, response) => {
  if (operation === 'delete' || credentials !== 'authorised') sendPrepared(prepared, response);
};

function credentialsOf(header: string | undefined): Credentials {
  if (header === undefined) return 'none';
  return header === `Bearer ${goodToken}` ? 'authorised' : 'made-up';
}

let requestCount = 0;

function requestId(): string {
  requestCount += 1;
  return `00000000-0000-4000-8000-${requestCount.toString(16).padStart(12, '0')}`;
}

function putRecord(call: Call): unknown {
  const sent = JSON.parse(call.body) as Partial<typeof sentTransformer>;
  const conditions = (sent.conditions ?? []).map(({ jsonPath: _, ...condition }) => ({
    ...condition,
    type: 'BUSINESS_CURRENCY',
  }));
  const { name, businessDataTypeId, derivativeType, action } = sent;
  return {
    ...putAnswer.data,
    name,
    businessDataTypeId,
    derivativeType,
    action,
    conditions,
    entityId: addressed(call)['entityId'],
  };
}

/** The identifiers in the path of a request, by the names that the operation gives them. */
function addressed({ operation, path }: Call): Readonly<Record<string, string>> {
  const pattern = contract.operation(operation).path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]*)');
  const ids = new RegExp(`${pattern}$`).exec(path)?.groups ?? {};
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, decodeURIComponent(id)]));
}

/** A conforming record with the identifiers of the path. */
function recordAt(call: Call): unknown {
  const { data } = answerTo(call.operation);
  const ids = Object.entries(addressed(call)).filter(([name]) => name in data);
  return { ...data, ...Object.fromEntries(ids) };
}

function prepare(call: Call): Prepared {
  const headers = { 'content-type': 'application/json' };
  if (call.credentials !== 'authorised') return { status: 401, headers, body: refusalBody };
  const data = call.operation === 'put' ? putRecord(call) : recordAt(call);
  return { status: 200, headers, body: JSON.stringify({ status: 'success', requestId: requestId(), data }) };
}

/** That of another method is taken for the first, as a client may send anything. */
function operationOf(sent: string): Operation {
  const [first] = contract.operations;
  return (contract.operations.find(({ method }) => method === sent) ?? first)?.name ?? '';
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url: path = '', headers } = request;
  return {
    operation: operationOf(method),
    credentials: credentialsOf(headers.authorization),
    method,
    path,
    headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** A conforming service on loopback, made to misbehave by a script. It shares nothing with the reference service. @param at its port; any free one by default */
export async function startService(script: Script = asPrepared, at = 0): Promise<ScriptedService> {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const call = await callOf(request);
    calls.push(call);
    script(call, prepare(call), response, request.socket);
  });
  server.keepAliveTimeout = 0;
  const port = await listening(server, at);
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { baseUrl: `http://127.0.0.1:${port}`, calls, close, [Symbol.asyncDispose]: close };
}
