import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { answerTo, refusalBody } from './conforming.ts';
import { contract } from './engine.ts';
import { type Opened, opened } from './free-port.ts';
import { goodToken } from './service.ts';

/** A service that writes bytes, and counts who came. */

export type Bytes = string | Buffer;

/** What it writes once a whole request has come, and what becomes of the connection. Texts are Latin-1. */
export interface Answer {
  readonly sends?: Bytes;
  /** `at once`: the connection is cut. `close` without it. */
  readonly ends?: 'close' | 'reset' | 'open' | 'at once';
  /** Written again and again, as fast as it is taken, until the other side is gone. */
  readonly again?: Bytes;
  readonly everyMs?: number;
}

/** A whole response. A text is sent in UTF-8. */
export function whole(body: Bytes, fields = 'content-type: application/json', status = '200 OK'): Answer {
  const bytes = Buffer.from(body as string);
  const head = `HTTP/1.1 ${status}\r\n${fields}\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  return { sends: Buffer.concat([Buffer.from(head, 'latin1'), bytes]) };
}

/** An envelope that claims success, with the members of its record. */
export function data(members: string): string {
  return `{"status":"success","requestId":"3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f","data":{${members}}}`;
}

/** A request of which enough has come; null before that. */
function completed(received: string): string | null {
  const end = received.indexOf('\r\n\r\n');
  const [, length = 0] = /content-length: (\d+)/i.exec(received) ?? [];
  return end === -1 || received.length - end - 4 < Number(length) ? null : received;
}

/** What the document says to a request. */
function conforming(request: string): Answer {
  if (!request.includes(`Bearer ${goodToken}`)) return whole(refusalBody, undefined, '401 Unauthorized');
  const { name = '' } = contract.operations.find(({ method }) => request.startsWith(`${method} `)) ?? {};
  const body = request.slice(request.indexOf('\r\n\r\n') + 4);
  const sent = body === '' ? {} : { name: (JSON.parse(body) as { name: string }).name };
  const answer = answerTo(name);
  return whole(JSON.stringify({ ...answer, data: { ...answer.data, ...sent } }));
}

/** To whom a service is broken: to the authorised PUT alone, so that what else was learned can be looked at, or to all. */
export type Victim = 'authorised put' | 'everyone' | 'nobody';

export function brokenTo(victim: Victim, answer: Answer): (request: string) => Answer {
  const isThePut = (request: string) => request.startsWith('PUT ') && request.includes(`Bearer ${goodToken}`);
  const isMet = (request: string) => victim === 'everyone' || (victim !== 'nobody' && isThePut(request));
  return (request) => (isMet(request) ? answer : conforming(request));
}

function pour(socket: Socket, piece: Buffer, everyMs: number): void {
  const more = () => {
    if (socket.destroyed) return;
    const isTaken = socket.write(piece);
    if (everyMs > 0) setTimeout(more, everyMs);
    else if (isTaken) setImmediate(more);
    else socket.once('drain', more);
  };
  more();
}

const bytesOf = (given: Bytes) => (typeof given === 'string' ? Buffer.from(given, 'latin1') : given);

function write(socket: Socket, { sends = '', ends = 'close', again, everyMs = 0 }: Answer): void {
  if (ends === 'at once') return void socket.destroy();
  socket.write(bytesOf(sends), () => {
    if (again !== undefined) pour(socket, bytesOf(again), everyMs);
    // What was written has to be read before: a reset takes what was not, and Node.js takes one that comes with it for an end.
    else if (ends === 'reset')
      setTimeout(() => setImmediate(() => socket.resetAndDestroy()), sends === '' ? 0 : 30);
    else if (ends === 'close') socket.end();
  });
}

export interface RawService extends Opened {
  readonly baseUrl: string;
  /** Whole requests as they came. */
  readonly requests: readonly string[];
  /** Bytes that came, of whatever. */
  readonly heard: () => number;
  readonly connections: () => number;
}

/** On loopback. @param tls speaks TLS, and hears what comes through the handshake @param atOnce sent at the first byte, then the connection ends */
export async function startRaw(
  answer: Answer | ((request: string) => Answer),
  tls?: TlsOptions,
  atOnce?: string,
): Promise<RawService> {
  const requests: string[] = [];
  let heard = 0;
  let connections = 0;
  const hear = (socket: Socket) => {
    let received = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.length;
      if (atOnce !== undefined) return void socket.end(atOnce);
      // A handshake of TLS is no request.
      if (typeof answer === 'function' && tls === undefined && heard === chunk.length && chunk[0] === 0x16)
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      const isNew = completed(received) === null;
      received += chunk.toString('latin1');
      const request = completed(received);
      if (request === null || !isNew) return;
      requests.push(request);
      write(socket, typeof answer === 'function' ? answer(request) : answer);
    });
  };
  const server = tls === undefined ? createServer({ noDelay: true }, hear) : createTlsServer(tls, hear);
  server.on('connection', () => {
    connections += 1;
  });
  const { port, ...closing } = await opened(server);
  const baseUrl = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  return {
    ...{ baseUrl, port, requests, ...closing },
    heard: () => heard,
    connections: () => connections,
  };
}
