import type { Socket } from 'node:net';

/** How a run against a hostile service must end. */
export interface Hostile {
  readonly name: string;
  /** Answers the authorised PUT; everything else is answered as it should be. */
  readonly answer: (socket: Socket) => void;
  readonly exitCode: 1 | 3;
  /** Whether its answer never comes to an end, so that only the deadline ends the request. */
  readonly waits?: true;
  /** The cause in plain words: somewhere in the reasons, the evidence or the observations. */
  readonly says: RegExp;
}

export function head(headers: string, status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\n${headers}\r\n\r\n`;
}

/** Sends a complete answer and closes. */
export function whole(
  body: string | Buffer,
  headers = 'content-type: application/json',
  status?: string,
): (socket: Socket) => void {
  const bytes = Buffer.from(body);
  return (socket) =>
    socket.end(
      Buffer.concat([
        Buffer.from(head(`${headers}\r\ncontent-length: ${bytes.length}`, status), 'latin1'),
        bytes,
      ]),
    );
}

/** Writes the same piece again and again, as fast as it is taken, until the other side is gone. */
export function forEver(first: string, piece: Buffer, everyMs = 0): (socket: Socket) => void {
  return (socket) => {
    socket.write(first);
    const more = () => {
      if (socket.destroyed) return;
      const taken = socket.write(piece);
      if (everyMs > 0) setTimeout(more, everyMs);
      else if (taken) setImmediate(more);
      else socket.once('drain', more);
    };
    more();
  };
}

export function compressed(encoding: string, bytes: Buffer): (socket: Socket) => void {
  return whole(bytes, `content-type: application/json\r\ncontent-encoding: ${encoding}`);
}

/** An envelope that claims success, with the members of its record. */
export function data(extra: string): string {
  return `{"status":"success","requestId":"3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f","data":{${extra}}}`;
}
