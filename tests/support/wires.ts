import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { opened } from './free-port.ts';
import { type RelaySettings, startRelay } from './subject.ts';

type RequestHead = Parameters<RelaySettings['onRequest']>[0];
type Passed = Parameters<ReturnType<RelaySettings['onRequest']>['onEnd']>[0];

/** An exchange with its bodies. */
interface Seen extends Passed {
  readonly request: RequestHead;
  readonly requestBody: Buffer;
  readonly answerBody: Buffer;
}

/** A connection whose bytes are looked at as they come. */
export class Wire {
  readonly socket: Socket;
  private chunks: Buffer[] = [];
  /** Bytes that came. */
  size = 0;
  private waiting: (() => void)[] = [];
  /** How it ended: `end` for a FIN, `reset` for a RST; null while it is open. */
  ended: 'end' | 'reset' | null = null;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.chunks.push(chunk);
      this.size += chunk.length;
      this.wake();
    });
    const over = (how: 'end' | 'reset') => () => {
      this.ended ??= how;
      this.wake();
    };
    socket.on('end', over('end')).on('error', over('reset')).on('close', over('end'));
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private more(): Promise<void> {
    return new Promise((resolve) => void this.waiting.push(resolve));
  }

  get text(): string {
    return this.bytes.toString('latin1');
  }

  get bytes(): Buffer {
    this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0] ?? Buffer.alloc(0);
  }

  send(text: string | Buffer): void {
    this.socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
  }

  /** Waits until what came so far is as wanted. @throws Error when the connection ends before */
  async until(isThere: (text: string) => boolean): Promise<string> {
    while (!isThere(this.text)) {
      if (this.ended !== null) throw new Error(`ended (${this.ended}) after ${JSON.stringify(this.text)}`);
      await this.more();
    }
    return this.text;
  }

  /** Waits for so many bytes. */
  async untilSize(bytes: number): Promise<void> {
    while (this.size < bytes && this.ended === null) await this.more();
  }

  /** Waits for the end. */
  async over(): Promise<'end' | 'reset'> {
    while (this.ended === null) await this.more();
    return this.ended;
  }

  /** Forgets what came. */
  clear(): void {
    this.chunks = [];
    this.size = 0;
  }
}

/** A service made of bytes: each connection is handed to whoever asks for the next one. */
export async function rawUpstream() {
  const ready: Wire[] = [];
  const asked: ((wire: Wire) => void)[] = [];
  let connections = 0;
  const server = createServer({ allowHalfOpen: false, noDelay: true }, (socket) => {
    connections += 1;
    const wire = new Wire(socket);
    const resolve = asked.shift();
    if (resolve === undefined) ready.push(wire);
    else resolve(wire);
  });
  const { port, close } = await opened(server);
  onTestFinished(close);
  const next = async () => ready.shift() ?? (await new Promise<Wire>((resolve) => asked.push(resolve)));
  return { port, next, connections: () => connections };
}

/** A relay before a service, and clients of it. */
export async function relayTo(upstream: string, more: Partial<RelaySettings> = {}) {
  const passed: Seen[] = [];
  const waiting: (() => void)[] = [];
  const relay = await startRelay({
    upstream: new URL(upstream),
    tls: {},
    proxy: {},
    host: '127.0.0.1',
    port: 0,
    allowedHosts: ['p', 'proxy', 'proxy.example', 'proxy.example.com', 'else.example'],
    onRequest: (request) => {
      const [requestBody, answerBody]: [Buffer[], Buffer[]] = [[], []];
      return {
        onRequestBody: (bytes) => void requestBody.push(Buffer.from(bytes)),
        onAnswerBody: (bytes) => void answerBody.push(Buffer.from(bytes)),
        onEnd: (one) => {
          const bodies = { requestBody: Buffer.concat(requestBody), answerBody: Buffer.concat(answerBody) };
          passed.push({ ...one, request, ...bodies });
          for (const resolve of waiting.splice(0)) resolve();
        },
      };
    },
    ...more,
  });
  const { port } = relay.address;
  onTestFinished(() => relay.close(0));
  return {
    passed: passed as readonly Seen[],
    /** One that sends this. */
    client: (request: string) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      onTestFinished(() => void socket.destroy());
      const wire = new Wire(socket);
      wire.send(request);
      return wire;
    },
    concluded: async (count = 1) => {
      while (passed.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return passed;
    },
    close: relay.close,
  };
}

/** A relay, a service behind it, and the two ends of the first connection, once a head has arrived there. */
export async function between(request: string, more: Partial<RelaySettings> = {}) {
  const upstream = await rawUpstream();
  const world = await relayTo(`http://127.0.0.1:${upstream.port}`, more);
  const client = world.client(request);
  const service = await upstream.next();
  await service.until((text) => text.includes('\r\n\r\n'));
  /** The service sends it, and the client waits for it. @returns all that the client has */
  const answered = (text: string) => {
    service.send(text);
    return client.until(endsWith(text));
  };
  return { upstream, world, client, service, answered, host: `127.0.0.1:${upstream.port}` };
}

export function endsWith(end: string): (text: string) => boolean {
  return (text) => text.endsWith(end);
}
