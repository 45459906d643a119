import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { type AnswerEdit, concerns, type Fault, type ServiceFailure, type Serving } from './faults.ts';
import { type Json, type JsonObject, renderJson } from './json.ts';
import { allow, methodsAt, routeOf, type Served } from './operations.ts';
import { Refusal } from './refusal.ts';

/** What the service is made of: who may call, which entity there is, what it does, and how it is broken. */
export interface Parts extends Served {
  readonly token: string;
  readonly entityId: string;
  readonly faults: readonly Fault[];
  readonly edits: readonly AnswerEdit[];
  /** Takes the place of every response of an operation; null while the service works. */
  readonly failure: ServiceFailure | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Why the request was refused; absent if it was carried out. */
  readonly refusal?: Refusal;
}

/** The challenge is the one of RFC 6750, 3. */
function unauthorised(code: Refusal['code'], message: string, error = ''): Refusal {
  const headers = { 'www-authenticate': `Bearer realm="reference"${error}` };
  return new Refusal(401, code, message, { headers });
}

/** Why a request has no right to be served; null where it has. The case of the scheme does not matter (RFC 9110, 11.1). */
function refusalOf([field, second]: readonly string[], token: string): Refusal | null {
  if (field === undefined) return unauthorised('credentials_missing', 'The Authorization header is missing.');
  const [, offered] = /^bearer +([\x21-\x7e]+)$/i.exec(field) ?? [];
  if (offered === undefined || second !== undefined)
    return unauthorised('credentials_malformed', 'The Authorization header is not "Bearer <ACCESS_TOKEN>".');
  if (offered === token) return null;
  return unauthorised('token_unknown', 'The access token is not known here.', ', error="invalid_token"');
}

/** How a request is served. @throws Refusal for one that has no right to be, and that no fault serves */
function admitted(
  request: IncomingMessage,
  token: string,
  faults: readonly Fault[],
): Omit<Serving, 'refused'> {
  const { authorization = [] } = request.headersDistinct;
  const refusal = refusalOf(authorization, token);
  if (refusal === null) return { status: 200, hasBody: true };
  const serving = faults.find(({ serves }) => serves?.refused === refusal.code)?.serves;
  if (serving === undefined) throw refusal;
  return serving;
}

/** Longest request body in bytes; a bound of this service, the document gives none. */
const maxBodyBytes = 1024 * 1024;

/** @throws Refusal for a body that is too long */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes)
      throw new Refusal(413, 'body_too_long', `The body must not be longer than ${maxBodyBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The envelope of section 2.1, changed by all that was asked for: as a tree, then as text, then as bytes. */
function envelope(data: JsonObject, faults: readonly Fault[], edits: readonly AnswerEdit[]): Buffer {
  const honest: Json = { status: 'success', requestId: randomUUID(), data };
  const tree = faults.reduce<Json | undefined>((body, { edit }) => (edit ? edit(body) : body), honest);
  const text = edits.reduce((body, { edit }) => edit(body), renderJson(tree ?? null));
  const written = Buffer.from(text).toString('latin1');
  return Buffer.from(
    faults.reduce((body, { bytes }) => bytes?.(body) ?? body, written),
    'latin1',
  );
}

/** @throws Refusal */
async function carriedOut(request: IncomingMessage, parts: Parts): Promise<Answer | 'nothing' | 'close'> {
  const { method = '', url = '' } = request;
  if (method === 'OPTIONS') {
    return { status: 204, headers: { allow: allow(methodsAt(url, parts)) }, body: Buffer.alloc(0) };
  }
  const { operation, ids, carryOut } = routeOf(method, url, parts);
  if (parts.failure !== null) return parts.failure.instead;
  const faults = parts.faults.filter((fault) => concerns(fault, operation.name));
  const edits = parts.edits.filter((edit) => edit.operation === operation.name);
  const { status, hasBody } = admitted(request, parts.token, faults);
  const body = await bodyOf(request);
  if (ids['entityId'] !== parts.entityId)
    throw new Refusal(404, 'entity_unknown', 'There is no entity with this id.');
  const record = carryOut({ ids, request, body });
  return { status, headers: {}, body: hasBody ? envelope(record, faults, edits) : Buffer.alloc(0) };
}

/** A refusal has no envelope, as the document gives one for success only. */
function refused(error: unknown): Answer {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'internal', 'The service failed.');
  const { status, headers, code, message, problems } = refusal;
  const body = { error: { code, message, ...(problems.length === 0 ? {} : { problems }) } };
  return { status, headers, body: Buffer.from(renderJson(body)), refusal };
}

/** Carries a request out, or says why not. Its body is read to the end, so that the client can take the response. */
export async function answerTo(request: IncomingMessage, parts: Parts): ReturnType<typeof carriedOut> {
  try {
    return await carriedOut(request, parts);
  } catch (error) {
    return refused(error);
  } finally {
    if (!request.readableEnded) await finished(request.resume()).catch(() => undefined);
  }
}
