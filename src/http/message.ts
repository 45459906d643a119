import { type Header, valuesOf } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';

/**
 * Watched traffic passes as bytes: only the head of a message is read, and where its body ends. So order, case,
 * duplicates, trailers, interim responses and other protocols need no code; proxies over `node:http` and undici
 * change all of these. The price is a grammar of our own, which refuses what two readers could take in two ways, as
 * llhttp does.
 */

/** A message that is not HTTP/1.1 by RFC 9112, or that two readers could take in two ways. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
  /** Whether its headers are longer than the limit. */
  readonly isTooLong: boolean;

  constructor(problem: string, isTooLong = false) {
    super(problem);
    this.isTooLong = isTooLong;
  }
}

/** How a body is framed: by its length in bytes, in chunks, or by the end of the connection. */
export type Framing = number | 'chunked' | 'end';

export interface Versioned {
  /** `1.0` or `1.1`. */
  readonly version: string;
}

export interface RequestStart extends Versioned {
  readonly method: string;
  readonly target: string;
}

export interface ResponseStart extends Versioned {
  readonly status: number;
  readonly reason: string;
}

/** The head of a message, with what its first line says. Its text is Latin-1, a character a byte. */
export type MessageHead<First> = First & {
  /** All of it as it came. */
  readonly text: string;
  readonly headers: readonly Header[];
  readonly framing: Framing;
  /** Whether the connection ends behind the message (RFC 9112, section 9.3). */
  readonly isLast: boolean;
};

export type RequestHead = MessageHead<RequestStart>;
export type AnswerHead = MessageHead<ResponseStart>;

/** How heads of requests, or of responses, begin. */
export interface HeadKind<First extends Versioned> {
  /** What the first bytes are as long as the first line is not whole. */
  readonly begin: RegExp;
  readonly firstLine: RegExp;
  readonly first: (parts: readonly string[]) => First;
  /** The framing where no field says one. */
  readonly unsaid: 0 | 'end';
}

/** But for CONNECT, which asks a proxy for a tunnel to another host. */
export const requests: HeadKind<RequestStart> = {
  begin: /^[\w-]*(?: |$)/,
  firstLine:
    /^(?!CONNECT )([\w!#$%&'*+.^`|~-]+) (\*|(?:\/|[A-Za-z][\w+.-]*:\/\/)[\x21-\x7e\x80-\xff]*) HTTP\/(1\.[01])$/,
  first: ([method = '', target = '', version = '']) => ({ method, target, version }),
  unsaid: 0,
};

export const answers: HeadKind<ResponseStart> = {
  begin: /^(?:H?|HT|HTT|HTTP.*)$/s,
  firstLine: /^HTTP\/(1\.[01]) ([1-9]\d\d)(?: ([\t\x20-\x7e\x80-\xff]*))?$/,
  first: ([version = '', status, reason = '']) => ({ version, status: Number(status), reason }),
  unsaid: 'end',
};

const fieldLine = /^([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e\x80-\xff]*)$/;

/** Without spaces and tabs around it. Not by a regular expression, which would take quadratic time. */
function trimmed(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && ' \t'.includes(value.charAt(start))) start += 1;
  while (start < end && ' \t'.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

function headerOf(line: string): Header {
  const [, name, value] = fieldLine.exec(line) ?? [];
  if (name === undefined || value === undefined)
    throw new Malformed('a line of its headers is not a header field');
  return [name, trimmed(value)];
}

/** The members of a list-valued field, in lower case. */
function listed(headers: readonly Header[], name: string): readonly string[] {
  const members = valuesOf(headers, name).flatMap((value) => value.split(','));
  return members.map((member) => trimmed(member).toLowerCase());
}

/** RFC 9112, section 6.3. What servers and proxies read in different ways is refused. */
function framingOf(headers: readonly Header[], { version }: Versioned, unsaid: 0 | 'end'): Framing {
  const codings = listed(headers, 'transfer-encoding');
  const lengths = valuesOf(headers, 'content-length');
  if (codings.length === 0) {
    if (lengths.length === 0) return unsaid;
    if (lengths.length === 1 && /^\d{1,15}$/.test(lengths[0] ?? '')) return Number(lengths[0]);
  } else if (lengths.length === 0 && (unsaid === 'end' || version === '1.1')) {
    if (codings.indexOf('chunked') === codings.length - 1) return 'chunked';
    if (unsaid === 'end' && !codings.includes('chunked')) return 'end';
  }
  throw new Malformed('its header fields do not agree on how long its body is');
}

const notTheFirst = 'its first line is not one of HTTP/1.1';

function firstOf<First extends Versioned>(line: string, { firstLine, first }: HeadKind<First>): First {
  const [, ...parts] = firstLine.exec(line) ?? [];
  if (parts.length === 0) throw new Malformed(notTheFirst);
  return first(parts);
}

function headOf<First extends Versioned>(bytes: Buffer, kind: HeadKind<First>): MessageHead<First> {
  const text = bytes.toString('latin1');
  const [line = '', ...lines] = text.split('\r\n');
  const first = firstOf(line, kind);
  const headers = lines.map(headerOf);
  const framing = framingOf(headers, first, kind.unsaid);
  const connection = listed(headers, 'connection');
  const isLast =
    connection.includes('close') || (first.version === '1.0' && !connection.includes('keep-alive'));
  return { ...first, text: `${text}\r\n\r\n`, headers, framing, isLast };
}

/** Refuses at once what cannot become a head: whoever speaks another protocol may send no more. */
function checkBegin<First extends Versioned>(bytes: Buffer, kind: HeadKind<First>): void {
  const lineEnd = bytes.indexOf('\n');
  const line = bytes.toString('latin1', 0, lineEnd === -1 ? 16 : lineEnd);
  if (lineEnd === -1 ? !kind.begin.test(line) : !line.endsWith('\r')) throw new Malformed(notTheFirst);
  if (lineEnd !== -1) firstOf(line.slice(0, -1), kind);
}

/** The head that bytes begin with, and what follows it; null where it is not whole yet. @throws Malformed */
export function headIn<First extends Versioned>(
  bytes: Buffer,
  kind: HeadKind<First>,
): { readonly head: MessageHead<First>; readonly rest: Buffer } | null {
  let start = 0;
  // RFC 9112, section 2.2: some clients send an empty line behind a body.
  while (bytes.indexOf('\r\n', start) === start) start += 2;
  checkBegin(bytes.subarray(start), kind);
  const end = bytes.indexOf('\r\n\r\n', start);
  if ((end === -1 ? bytes.length : end) > limits.headerBytes)
    throw new Malformed(`its headers are longer than ${limits.headerBytes} bytes`, true);
  return end === -1
    ? null
    : { head: headOf(bytes.subarray(start, end), kind), rest: bytes.subarray(end + 4) };
}

/** Whether a request asks for another protocol on its connection, or for HTTP/2 alone: any server may ignore either. */
export function upgradeOf({ headers }: RequestHead): 'h2c' | 'other' | null {
  const protocols = listed(headers, 'upgrade');
  if (protocols.length === 0) return null;
  return protocols.every((protocol) => protocol === 'h2c') ? 'h2c' : 'other';
}

const chunkLine = /^([0-9a-f]{1,12})(?:;[\t\x20-\x7e\x80-\xff]*)?\r\n$/i;

/** Finds the end of a body in its bytes as they come, and what they are without their framing. */
export class FramedBody {
  private readonly onData: (data: Buffer) => void;
  /** Bytes of data that follow. */
  private left: number;
  /** What the line behind the data is; null where there is none. */
  private line: 'size' | 'end of chunk' | 'trailer' | null;
  private begun = '';

  constructor(framing: Framing, onData: (data: Buffer) => void) {
    this.onData = onData;
    this.left = framing === 'chunked' ? 0 : framing === 'end' ? Number.POSITIVE_INFINITY : framing;
    this.line = framing === 'chunked' ? 'size' : null;
  }

  get isWhole(): boolean {
    return this.left === 0 && this.line === null;
  }

  /** Whether the end of the connection is its end. */
  get isEndless(): boolean {
    return this.left === Number.POSITIVE_INFINITY;
  }

  /** @returns how many of the bytes belong to the body. @throws Malformed */
  take(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length && !this.isWhole)
      at = this.left > 0 ? this.takeData(bytes, at) : this.takeLine(bytes, at);
    return at;
  }

  private takeData(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.left);
    this.left -= end - at;
    this.onData(bytes.subarray(at, end));
    return end;
  }

  private takeLine(bytes: Buffer, at: number): number {
    const lineEnd = bytes.indexOf('\n', at) + 1;
    const end = lineEnd === 0 ? bytes.length : lineEnd;
    this.begun += bytes.toString('latin1', at, end);
    if (this.begun.length > limits.headerBytes) throw new Malformed('a line between its chunks is too long');
    if (lineEnd === 0) return end;
    this.line = this.behind(this.begun);
    this.begun = '';
    return end;
  }

  /** What the next line is. */
  private behind(line: string): FramedBody['line'] {
    const [, size] = chunkLine.exec(line) ?? [];
    if (this.line === 'size' && size !== undefined) {
      this.left = Number.parseInt(size, 16);
      return this.left > 0 ? 'end of chunk' : 'trailer';
    }
    if (line === '\r\n' && this.line !== 'size') return this.line === 'trailer' ? null : 'size';
    if (this.line === 'trailer' && line.endsWith('\r\n')) {
      headerOf(line.slice(0, -2));
      return 'trailer';
    }
    throw new Malformed('its chunks are not framed as such');
  }
}
