import type { Members } from '../model/json.ts';
import type { FetchResponse } from './http-message.ts';

/**
 * What people give as a response that is not one, or that comes in the form of a client that is not supported: how it is
 * recognised, what is missing, and how to give it instead.
 */

interface InputShape {
  readonly is: (value: Members) => boolean;
  /** What it looks like, and what to give. */
  readonly advice: string;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function isStream(value: unknown): boolean {
  return (
    isObject(value) && (isFunction(value[Symbol.asyncIterator as never]) || isFunction(value['getReader']))
  );
}

const shapes: readonly InputShape[] = [
  { is: ({ then }) => isFunction(then), advice: 'it is a promise: await it first' },
  {
    is: ({ response, message }) => isObject(response) && typeof message === 'string',
    advice: "it is a client's error: pass the response that it holds, error.response, in that form",
  },
  {
    is: ({ status, body }) => isFunction(status) && isFunction(body),
    advice:
      "it looks like playwright's APIResponse, whose members are functions: give { status: r.status(), headers: r.headers(), body: await r.body() }",
  },
  {
    is: ({ statusCode, rawBody }) => typeof statusCode === 'number' && rawBody !== undefined,
    advice:
      "it looks like got's response: give { status: r.statusCode, headers: r.headers, body: r.rawBody }",
  },
  {
    is: ({ status, text, body }) =>
      typeof status === 'number' && typeof text === 'string' && body !== undefined,
    advice:
      "it looks like supertest's response, whose body is {} where it was not parsed: give { status: r.status, headers: r.headers, body: r.text }",
  },
  {
    is: (value) => typeof value['statusCode'] === 'number' && isFunction(value['pipe']) && isStream(value),
    advice:
      "it looks like node:http's IncomingMessage, whose body has to be read: give { status: m.statusCode, headers: m.headers, body: Buffer.concat(await m.toArray()) }",
  },
  {
    is: ({ status, data, body }) => typeof status === 'number' && data !== undefined && body === undefined,
    advice:
      "it has no body; with data, it looks like axios' response: give { status: r.status, headers: r.headers, body: r.data }",
  },
  {
    is: ({ status, statusCode, data, requestId }) =>
      statusCode === undefined &&
      typeof status !== 'number' &&
      (typeof status === 'string' || isObject(data) || requestId !== undefined),
    advice:
      'it has no numeric status and looks like a parsed body: give { status: 200, body } with the status that was received',
  },
];

function bodyProblem(body: unknown): string | null {
  if (isFunction(body) || typeof body === 'symbol' || typeof body === 'bigint')
    return `its body is a ${typeof body}: give text, bytes or parsed JSON`;
  if (!isObject(body) || ArrayBuffer.isView(body)) return null;
  if (isFunction(body['then'])) return 'its body is a promise: await it first';
  if (isStream(body)) return 'its body is a stream: read it first, and give text or bytes';
  if (isFunction(body['arrayBuffer']))
    return 'its body is a Blob: give Buffer.from(await blob.arrayBuffer())';
  if (body instanceof ArrayBuffer) return 'its body is an ArrayBuffer: give new Uint8Array(buffer)';
  return null;
}

function isStatus(status: unknown): boolean {
  return Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599;
}

/** fetch's, and those made after it: its own reader says what is wrong with one. */
export function isFetchResponse(value: object): value is FetchResponse {
  const { clone, bodyUsed } = value as Members;
  return isFunction(clone) && bodyUsed !== undefined;
}

/** Why an object is not a response that can be read, with what to give instead; null for one that is. */
export function responseProblem(value: object): string | null {
  if (isFetchResponse(value)) return null;
  const members = value as Members;
  const known = shapes.find(({ is }) => is(members));
  if (known !== undefined) return known.advice;
  const { status, statusCode, body } = members;
  if (statusCode !== undefined) {
    if (!isStatus(statusCode)) return 'its statusCode is not an HTTP status';
    if (isStream(body)) return null;
    return 'it has a statusCode, and a body that is not a stream: give { status: r.statusCode, headers: r.headers, body: r.body }';
  }
  if (status === undefined) return 'this object has no numeric status';
  if (!isStatus(status)) return 'its status is not a number from 100 to 599';
  return bodyProblem(body);
}

const primitives: Readonly<Record<string, string>> = {
  string:
    'a string. Pass the response itself, or { status: 200, body: text } with the status that was received',
  function: 'a function. Call it, and await what it returns',
};

/** What was given in place of an object. */
export function nameOf(value: unknown): string {
  return primitives[typeof value] ?? String(value);
}
