import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Caller, callerOf, unauthorised } from './credentials.ts';
import type { ServiceFailure } from './faults.ts';
import { type AnswerEdit, concerns, type Fault } from './faults.ts';
import { type Json, type JsonObject, renderJson } from './json.ts';
import { allowedAt, routeOf, type Served } from './operations.ts';
import { Refusal } from './refusal.ts';
import { maxBodyBytes } from './request-body.ts';

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

/** How a caller is answered that is served. */
interface Admitted {
  readonly status: number;
  readonly hasBody: boolean;
}

function admit(caller: Caller, faults: readonly Fault[]): Admitted {
  if (caller === 'authorised') return { status: 200, hasBody: true };
  const serving = faults.filter(({ serves }) => serves === caller);
  if (serving.length === 0) throw unauthorised(caller);
  const { servedStatus: status = 200, servesNoBody } =
    serving.find(({ servedStatus }) => servedStatus !== undefined) ?? {};
  return { status, hasBody: servesNoBody !== true };
}

/** The envelope of section 2.1, changed by all that was asked for: as a tree, then as text, then as bytes. */
function envelope(data: JsonObject, faults: readonly Fault[], edits: readonly AnswerEdit[]): Buffer {
  let tree: Json | undefined = { status: 'success', requestId: randomUUID(), data };
  for (const { edit } of faults) tree = edit === undefined ? tree : edit(tree);
  const text = edits.reduce((answer, { edit }) => edit(answer), renderJson(tree ?? null));
  let body: Buffer = Buffer.from(text);
  for (const { bytes } of faults) body = bytes === undefined ? body : bytes(body);
  return body;
}

/**
 * Carries a request out.
 * @param readBody called once the caller is admitted; undefined when it was too long
 * @throws Refusal
 */
export async function answerTo(
  request: IncomingMessage,
  readBody: () => Promise<Buffer | undefined>,
  parts: Parts,
): Promise<Answer | 'nothing' | 'close'> {
  const { method = '', url = '' } = request;
  if (method === 'OPTIONS')
    return { status: 204, headers: { allow: allowedAt(url, parts) }, body: Buffer.alloc(0) };
  const { operation, ids, carryOut } = routeOf(method, url, parts);
  if (parts.failure !== null) return parts.failure.instead;
  const faults = parts.faults.filter((fault) => concerns(fault, operation.name));
  const edits = parts.edits.filter((edit) => edit.operation === operation.name);
  const { authorization } = request.headersDistinct;
  const { status, hasBody } = admit(callerOf(authorization, parts.token), faults);
  const body = await readBody();
  if (body === undefined)
    throw new Refusal(413, 'body_too_long', `The body must not be longer than ${maxBodyBytes} bytes.`);
  if (ids['entityId'] !== parts.entityId)
    throw new Refusal(404, 'entity_unknown', 'There is no entity with this id.');
  const record = carryOut({ ids, request, body });
  return { status, headers: {}, body: hasBody ? envelope(record, faults, edits) : Buffer.alloc(0) };
}

/** A refusal has no envelope, as the document gives one for success only. */
export function refused(error: unknown): Answer {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'internal', 'The service failed.');
  const { status, headers, code, message, problems } = refusal;
  const body = { error: { code, message, ...(problems.length === 0 ? {} : { problems }) } };
  return { status, headers, body: Buffer.from(renderJson(body)), refusal };
}
