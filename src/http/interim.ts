import type { Socket } from 'node:net';

/** How a status line begins, position by position; `d` is a digit. */
const statusLine = 'HTTP/d.d ddd';
const classAt = statusLine.length - 3;

const zero = 0x30;
const one = 0x31;
const two = 0x32;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

function fits(byte: number, at: number): boolean {
  const wanted = statusLine.charAt(at);
  if (wanted === 'd') return at === classAt ? byte === one : byte >= zero && byte <= zero + 9;
  return byte === wanted.charCodeAt(0);
}

/**
 * Follows the heads of interim responses (1xx) up to the final response, byte by byte, and turns `100 Continue` into `102
 * Processing`. A client has to ignore both alike (RFC 9110 section 15.2), but undici refuses a 100 that it did not ask
 * for. No byte is delayed, added or dropped.
 */
export class InterimHeads {
  /** Position in the status line; beyond its end inside the rest of a head. */
  private at = 0;
  private tens = 0;
  private isLineEmpty = false;
  private isOver = false;

  /** Changes the bytes in place; they are what comes next on the connection. */
  pass(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length && !this.isOver; index += 1) {
      const byte = bytes[index] ?? 0;
      if (this.at === statusLine.length) this.passHeader(byte);
      else if (this.passStatus(byte)) bytes[index] = two;
    }
  }

  /** @returns whether the byte is the last digit of a 100 */
  private passStatus(byte: number): boolean {
    // Parsers of HTTP skip line breaks before a status line, and so does this.
    if (this.at === 0 && (byte === lineFeed || byte === carriageReturn)) return false;
    if (!fits(byte, this.at)) {
      this.isOver = true;
      return false;
    }
    const position = this.at - classAt;
    this.at += 1;
    if (position === 1) this.tens = byte;
    this.isLineEmpty = false;
    return position === 2 && this.tens === zero && byte === zero;
  }

  private passHeader(byte: number): void {
    if (byte === carriageReturn) return;
    if (byte === lineFeed && this.isLineEmpty) this.at = 0;
    this.isLineEmpty = byte === lineFeed;
  }
}

/** Hides every `100 Continue` from whoever reads a connection to a service; has to be called before anything was read. */
export function withoutContinue(socket: Socket): Socket {
  const heads = new InterimHeads();
  const read = socket.read.bind(socket);
  socket.read = (size?: number): Buffer | null => {
    const chunk: Buffer | null = read(size);
    if (chunk !== null) heads.pass(chunk);
    return chunk;
  };
  return socket;
}
