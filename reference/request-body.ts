import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { type Json, parseJson } from './json.ts';
import { Refusal } from './refusal.ts';

/** Longest request body in bytes; a bound of this service, the document gives none. */
export const maxBodyBytes = 1024 * 1024;

/** Bytes of all bodies that are being read; what comes beyond is refused. */
const maxHeldBytes = 32 * maxBodyBytes;

/** Reads bodies, of which only so much is held at a time. */
export class Bodies {
  private held = 0;

  /**
   * Reads a body to its end; undefined for one that is too long.
   * @throws Refusal 503 where too many are being read
   */
  async read(request: IncomingMessage): Promise<Buffer | undefined> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let own = 0;
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > maxBodyBytes || this.held + chunk.length > maxHeldBytes) break;
        this.held += chunk.length;
        own += chunk.length;
        chunks.push(chunk);
      }
    } finally {
      this.held -= own;
    }
    if (bytes > maxBodyBytes) return undefined;
    if (bytes > own) throw new Refusal(503, 'too_busy', 'Too many bodies are being sent at the same time.');
    return Buffer.concat(chunks);
  }
}

/** Reads what is left of a body and keeps none of it, so that the client can take the response. */
export async function drained(request: IncomingMessage): Promise<void> {
  if (!request.readableEnded) await finished(request.resume()).catch(() => undefined);
}

const jsonType = /^application\/json[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?$/i;

function requireJsonType(request: IncomingMessage): void {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = request.headers;
  if (!jsonType.test(type))
    throw new Refusal(415, 'content_type_not_json', 'The Content-Type must be application/json.');
  if (coding.toLowerCase() !== 'identity')
    throw new Refusal(415, 'content_coding_unknown', 'The body must come without a Content-Encoding.');
}

/** @throws Refusal for another content type or a content coding, and for what is not JSON in UTF-8 */
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

/** @param section that gives no body. @throws Refusal for a body */
export function requireNoBody(body: Buffer, section: string): void {
  if (body.length === 0) return;
  const reason = { code: 'body_not_expected', document: `section ${section}: request body: none` };
  throw new Refusal(400, reason, 'This request takes no body.');
}
