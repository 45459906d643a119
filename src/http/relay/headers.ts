import { type Header, isNamed, valuesOf } from '../../model/exchange.ts';

/** Fields about one connection, besides those that Connection names (RFC 9110, section 7.6.1). */
const ofConnection = new Set(['connection', 'proxy-connection', 'keep-alive', 'te', 'upgrade']);

/** Kept even where Connection names them: without them a message would reach another host, or end elsewhere. */
const framing = new Set(['host', 'content-length', 'transfer-encoding']);

/** Header fields of Node.js, a flat list of names and values, as pairs. */
export function pairs(raw: readonly string[]): readonly Header[] {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? '']);
}

/** Bytes of memory that a text takes besides its characters, in the list of Node.js and in the pairs. */
const perText = 64;

/** Bytes of memory that texts of a head take. */
export function memoryOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length + perText, 0);
}

/** The members of a list-valued field, in lower case. */
function listed(headers: readonly Header[], field: string): readonly string[] {
  return valuesOf(headers, field)
    .flatMap((value) => value.split(','))
    .map((member) => member.trim().toLowerCase());
}

function has(headers: readonly Header[], field: string): boolean {
  return headers.some((header) => isNamed(header, field));
}

/** Without the fields that are about one connection; the others in their order and case. */
export function endToEnd(headers: readonly Header[]): readonly Header[] {
  const named = new Set(listed(headers, 'connection').filter((name) => !framing.has(name)));
  return headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !ofConnection.has(lower) && !named.has(lower);
  });
}

export function without(headers: readonly Header[], ...fields: readonly string[]): readonly Header[] {
  return headers.filter(([name]) => !fields.includes(name.toLowerCase()));
}

/** What a request is forwarded with. */
export interface Forwarding {
  /** The authority of the service, for the Host field. */
  readonly host: string;
  readonly method: string;
  /** Of the client: `1.0` or `1.1`. */
  readonly httpVersion: string;
}

/** Methods for which Node.js announces no body by itself. */
const withoutBody = /^(?:GET|HEAD|DELETE|OPTIONS|TRACE)$/;

/** Header fields of a request as they are sent on. Trailers are passed, so TE may ask for them. */
export function forwardedRequest(
  received: readonly Header[],
  { host, method, httpVersion }: Forwarding,
): readonly Header[] {
  const kept = endToEnd(received).map(
    (header): Header => (isNamed(header, 'host') ? [header[0], host] : header),
  );
  const isChunked = has(kept, 'transfer-encoding');
  const hasBody = isChunked || has(kept, 'content-length');
  return [
    ...(httpVersion === '1.0' && !has(kept, 'host') ? [['Host', host] as const] : []),
    ...(isChunked ? kept : without(kept, 'trailer')),
    ...(hasBody || withoutBody.test(method) ? [] : [['Content-Length', '0'] as const]),
    ...(listed(received, 'te').includes('trailers')
      ? ([
          ['TE', 'trailers'],
          ['Connection', 'keep-alive, TE'],
        ] as const)
      : []),
  ];
}

/** Header fields of an answer as the client gets them; a client of HTTP/1.0 knows no chunks. */
export function forwardedResponse(
  received: readonly Header[],
  { status, httpVersion }: { readonly status: number; readonly httpVersion: string },
): readonly Header[] {
  const kept = endToEnd(received);
  const mayChunk = httpVersion !== '1.0' && status !== 204 && status !== 304;
  if (!mayChunk) return without(kept, 'transfer-encoding', 'trailer');
  return has(kept, 'transfer-encoding') ? kept : without(kept, 'trailer');
}

/**
 * Pairs as Node.js takes them to write. Behind a Content-Length, it encodes a Content-Disposition once more: such a value
 * is handed over so that the bytes that came leave.
 */
export function toWrite(headers: readonly Header[]): string[] {
  const lengthAt = headers.findIndex((header) => isNamed(header, 'content-length'));
  const isSized = lengthAt !== -1 && Number(headers[lengthAt]?.[1]) > 0;
  return headers.flatMap((header, at) => {
    const [name, value] = header;
    const isEncoded = isSized && at > lengthAt && isNamed(header, 'content-disposition');
    return [name, isEncoded ? Buffer.from(value, 'utf8').toString('latin1') : value];
  });
}

/** The head of a message as bytes, for connections that Node.js no longer handles. */
export function headBytes(firstLine: string, headers: readonly Header[]): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${firstLine}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** Whether the connection is to become another protocol. Not for h2c, which is HTTP in a form that cannot be judged here. */
export function isUpgrade(headers: readonly Header[]): boolean {
  const hasBody = has(headers, 'transfer-encoding') || listed(headers, 'content-length').some(Number);
  return !hasBody && !listed(headers, 'upgrade').every((protocol) => protocol === 'h2c');
}

/** The fields without the request for an upgrade. */
export function withoutUpgrade(headers: readonly Header[]): readonly Header[] {
  return headers.flatMap(([name, value]): readonly Header[] => {
    const lower = name.toLowerCase();
    if (lower === 'upgrade' || lower === 'http2-settings') return [];
    if (lower !== 'connection') return [[name, value]];
    const left = value.split(',').filter((one) => !/^\s*(?:upgrade|http2-settings)\s*$/i.test(one));
    return left.length === 0 ? [] : [[name, left.join(',')]];
  });
}
