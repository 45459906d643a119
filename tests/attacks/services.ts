import { createServer, type Socket } from 'node:net';
import { answerTo, refusalBody } from '../support/conforming.ts';
import { contract } from '../support/engine.ts';
import { listening } from '../support/free-port.ts';
import { goodToken } from '../support/service.ts';
import { type Hostile, whole } from './answers.ts';
import { brokenAnswers } from './broken-answers.ts';
import { brokenHttp } from './broken-http.ts';

export const hostileServices: readonly Hostile[] = [...brokenHttp, ...brokenAnswers];

/** Header and body of one request, as far as it is needed to answer it. */
interface Received {
  readonly head: string;
  readonly body: string;
}

function received(bytes: string): Received | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const body = bytes.slice(end + 4);
  const length = Number(/content-length: (\d+)/i.exec(bytes)?.[1] ?? 0);
  return body.length < length ? null : { head: bytes.slice(0, end), body };
}

function conforming({ head: requestHead, body }: Received): (socket: Socket) => void {
  if (!requestHead.includes(`Bearer ${goodToken}`))
    return whole(refusalBody, 'content-type: application/json', '401 Unauthorized');
  const { name = '' } = contract.operations.find(({ method }) => requestHead.startsWith(`${method} `)) ?? {};
  const answer = answerTo(name);
  const sent = body === '' ? {} : { name: (JSON.parse(body) as { name: string }).name };
  return whole(JSON.stringify({ ...answer, data: { ...answer.data, ...sent } }));
}

export interface HostileService {
  readonly baseUrl: string;
  /** Request lines in order. */
  readonly requests: readonly string[];
  readonly close: () => void;
}

/** To whom a service is hostile: to the authorised PUT alone, so that what else was learned can be looked at, or to all. */
export type Victim = 'authorised put' | 'everyone';

/** A hostile service on loopback. */
export async function startHostile(
  { answer: attack }: Pick<Hostile, 'answer'>,
  victim: Victim = 'authorised put',
): Promise<HostileService> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const server = createServer((socket) => {
    let bytes = '';
    let answered = false;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
      const request = received(bytes);
      if (request === null || answered) return;
      answered = true;
      requests.push(request.head.split('\r\n')[0] ?? '');
      const isPut = request.head.startsWith('PUT') && request.head.includes(`Bearer ${goodToken}`);
      (isPut || victim === 'everyone' ? attack : conforming(request))(socket);
    });
  });
  const port = await listening(server);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${port}`, requests, close };
}
