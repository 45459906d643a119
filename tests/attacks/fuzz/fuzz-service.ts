import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from '../../../src/model/exchange.ts';
import { madeUpToken } from '../../../src/model/exchange.ts';
import type { Wire } from './fuzz-wire.ts';

/** One request as the service saw it. */
export interface SeenRequest {
  readonly operation: 'put' | 'delete';
  readonly credentials: Credentials;
  readonly method: string;
  readonly path: string;
}

export type Answering = (request: SeenRequest) => Wire;

export interface FuzzService {
  /** Answers what comes below a path of its own in this way. */
  readonly expose: (
    name: string,
    answer: Answering,
  ) => { readonly baseUrl: string; readonly requests: readonly SeenRequest[] };
  readonly forget: (name: string) => void;
  readonly close: () => Promise<void>;
}

async function write(socket: Socket, { pieces, end }: Wire): Promise<void> {
  for (const { bytes, afterMs } of pieces) {
    if (afterMs > 0) await sleep(afterMs);
    if (socket.destroyed) return;
    socket.write(bytes);
  }
  if (end === 'end') socket.end();
  else if (end === 'destroy') socket.destroySoon();
  else if (end === 'reset') socket.resetAndDestroy();
}

/** The request, once all of it is there. */
function requestIn(text: string): SeenRequest | null {
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  if (end === -1 || text.length < end + 4 + length) return null;
  const [method = '', path = ''] = text.split(' ', 2);
  const authorization = /\r\nauthorization: Bearer ([^\r]*)/i.exec(text.slice(0, end))?.[1];
  const credentials =
    authorization === undefined ? 'none' : authorization === madeUpToken ? 'made-up' : 'authorised';
  return { operation: method === 'DELETE' ? 'delete' : 'put', credentials, method, path };
}

interface Exposed {
  readonly answer: Answering;
  readonly requests: SeenRequest[];
}

function serve(socket: Socket, exposed: ReadonlyMap<string, Exposed>): void {
  let text = '';
  let answered = false;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const request = requestIn(text);
    if (request === null || answered) return;
    answered = true;
    const found = exposed.get(request.path.split('/')[1] ?? '');
    found?.requests.push(request);
    if (found === undefined) socket.destroy();
    else void write(socket, found.answer(request));
  });
}

/** A service on loopback for many runs at once, told apart by the first segment of their paths. */
export async function startFuzzService(): Promise<FuzzService> {
  const sockets = new Set<Socket>();
  const exposed = new Map<string, Exposed>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    serve(socket, exposed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    expose: (name, answer) => {
      const requests: SeenRequest[] = [];
      exposed.set(name, { answer, requests });
      return { baseUrl: `http://127.0.0.1:${port}/${name}`, requests };
    },
    forget: (name) => void exposed.delete(name),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
