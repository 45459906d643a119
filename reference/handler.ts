import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Caller, callerOf, unauthorised } from './credentials.ts';
import type { AnswerEdit, Fault } from './faults/fault.ts';
import { type Json, type JsonObject, renderJson } from './json.ts';
import { Refusal } from './refusal.ts';
import { jsonBody, maxBodyBytes } from './request-body.ts';
import { allowedAt, type Route, routeOf } from './routes.ts';
import type { Rules } from './rules.ts';
import { transformerRequest } from './transformer-request.ts';
import type { Transformers } from './transformers.ts';

/** What the service is made of: who may call, which entity there is, what it holds, and how it is broken. */
export interface Parts {
  readonly token: string;
  readonly entityId: string;
  readonly basePath: string;
  readonly transformers: Transformers;
  readonly rules: Rules;
  readonly faults: readonly Fault[];
  readonly edits: readonly AnswerEdit[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Why the request was refused; absent if it was carried out. */
  readonly refusal?: Refusal;
}

/** Gives the HTTP status of the answer to a caller that is served. */
function admit(caller: Caller, faults: readonly Fault[]): number {
  if (caller === 'authorised') return 200;
  const serving = faults.filter(({ serves }) => serves === caller);
  if (serving.length === 0) throw unauthorised(caller);
  return serving.find(({ servedStatus }) => servedStatus !== undefined)?.servedStatus ?? 200;
}

function putTransformer(request: IncomingMessage, body: Buffer, parts: Parts): JsonObject {
  return parts.transformers.put(transformerRequest(jsonBody(request, body)));
}

function deleteRule(automationRuleId: string, body: Buffer, parts: Parts): JsonObject {
  if (body.length > 0) throw new Refusal(400, 'body_not_expected', 'This request takes no body.');
  const record = parts.rules.delete(automationRuleId);
  if (record === undefined)
    throw new Refusal(404, 'automation_rule_unknown', 'There is no automation rule with this id.');
  return record;
}

function recordFor(route: Route, request: IncomingMessage, body: Buffer, parts: Parts): JsonObject {
  if (route.entityId !== parts.entityId)
    throw new Refusal(404, 'entity_unknown', 'There is no entity with this id.');
  if (route.operation === 'put') return putTransformer(request, body, parts);
  return deleteRule(route.automationRuleId, body, parts);
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

/** Carries a request out. `body` is undefined when it was too long. @throws Refusal */
export function carryOut(request: IncomingMessage, body: Buffer | undefined, parts: Parts): Answer {
  const { method = '', url = '' } = request;
  if (method === 'OPTIONS')
    return { status: 204, headers: { allow: allowedAt(url, parts.basePath) }, body: Buffer.alloc(0) };
  const route = routeOf(method, url, parts.basePath);
  const faults = parts.faults.filter(
    ({ operation }) => operation === 'both' || operation === route.operation,
  );
  const edits = parts.edits.filter(({ operation }) => operation === route.operation);
  const { authorization } = request.headersDistinct;
  const status = admit(callerOf(authorization, parts.token), faults);
  if (body === undefined)
    throw new Refusal(413, 'body_too_long', `The body must not be longer than ${maxBodyBytes} bytes.`);
  const record = recordFor(route, request, body, parts);
  return { status, headers: {}, body: envelope(record, faults, edits) };
}

export function refused(error: unknown): Answer {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'internal', 'The service failed.');
  return { status: refusal.status, headers: refusal.headers, body: Buffer.from(refusal.body()), refusal };
}
