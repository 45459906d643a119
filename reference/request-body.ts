import type { IncomingMessage } from 'node:http';
import { type Json, parseJson } from './json.ts';
import { Refusal } from './refusal.ts';

/** Longest request body in bytes; a bound of this service, the document gives none. */
export const maxBodyBytes = 1024 * 1024;

/** Reads a body to its end, so that the client can take the answer; undefined for one that is too long. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return bytes <= maxBodyBytes ? Buffer.concat(chunks) : undefined;
}

const jsonMediaType = /^application\/json[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?$/i;

function requireJsonType(request: IncomingMessage): void {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = request.headers;
  if (!jsonMediaType.test(type))
    throw new Refusal(415, 'content_type_not_json', 'The Content-Type must be application/json.');
  if (coding.toLowerCase() !== 'identity')
    throw new Refusal(415, 'content_coding_unknown', 'The body must come without a Content-Encoding.');
}

/** @throws Refusal 415 for another content type or a content coding, 400 for what is not JSON in UTF-8. */
export function jsonBody(request: IncomingMessage, body: Buffer): Json {
  requireJsonType(request);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new Refusal(400, 'body_not_utf8', 'The body is not valid UTF-8.');
  }
  try {
    return parseJson(text);
  } catch {
    throw new Refusal(400, 'body_not_json', 'The body is not JSON.');
  }
}
