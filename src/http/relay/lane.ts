import { Agent, type ClientRequestArgs, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '../../model/limits.ts';
import type { Connect } from '../connect.ts';
import { memoryOf } from './headers.ts';

/** Resets a connection. One that is being ended cannot be: Node.js would never say that it is closed. */
export function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/**
 * What one connection of a client is forwarded over: one connection to the service, which ends with it. So a client finds
 * its connection closed where the service closed it, and none of its requests meets a connection that another one left.
 */
export class Lane extends Agent {
  readonly client: Socket;
  private readonly connect: Connect;
  private readonly unread: Set<Lane>;
  private readonly leaving = new AbortController();
  private readonly waiting: (() => void)[] = [];
  /** Bytes of memory of the heads of requests that wait. */
  private ahead = 0;
  private isTaken = false;
  private current: ServerResponse | null = null;
  private isLast = false;

  /** @param unread the lanes whose clients are paused */
  constructor(client: Socket, connect: Connect, unread: Set<Lane>) {
    super({ keepAlive: true, maxSockets: 1 });
    this.unread = unread;
    this.client = client;
    this.connect = connect;
    // Nobody notices that a client has left while it is not read, so it may not be sent nothing for long.
    client.on('pause', () => client.setTimeout(limits.relayedUnreadMs));
    client.on('resume', () => client.isPaused() || client.setTimeout(0));
    client.once('timeout', () => client.destroy());
    client.once('close', () => {
      this.leaving.abort();
      unread.delete(this);
      this.destroy();
    });
  }

  /** Called by Node.js. */
  override createConnection(
    _: ClientRequestArgs,
    created: (error: Error | null, socket: Duplex) => void = () => undefined,
  ): undefined {
    const { signal } = this.leaving;
    this.connect({ signal, onStage: () => undefined }).then(
      (socket) => {
        socket.once('close', () => !this.isTaken && this.client.destroySoon());
        created(null, socket);
      },
      (error: Error) => (created as (error: Error) => void)(error),
    );
  }

  /** Whether no exchange is in flight. */
  get isIdle(): boolean {
    return !this.isTaken;
  }

  /** Starts an exchange once the previous one has ended. */
  inTurn({ rawHeaders }: IncomingMessage, outgoing: ServerResponse, start: () => void): void {
    const head = memoryOf(rawHeaders);
    this.ahead += head;
    // Node.js resumes it behind each message, so not before all that came has been read.
    if (this.isFull) queueMicrotask(() => this.isFull && this.pause());
    this.whenIdle(() => {
      this.ahead -= head;
      if (!this.isFull && this.unread.delete(this)) this.client.resume();
      this.current = outgoing;
      outgoing.once('close', () => this.next());
      start();
    });
  }

  private get isFull(): boolean {
    return this.ahead > limits.relayedAheadBytes && !this.client.destroyed;
  }

  /** Reads the client no further. Of many that wait so, the first is cut off: it may have left long ago. */
  private pause(): void {
    const { client, unread } = this;
    client.pause();
    unread.add(this);
    const [first] = unread;
    if (unread.size > limits.relayedUnread) first?.client.destroy();
  }

  /** Takes over a connection that Node.js no longer handles, nor reads, once the previous exchange has ended. */
  takeOver(start: () => void): void {
    const drained = () => void this.current?.emit('drain');
    const ignored = () => undefined;
    this.client.on('drain', drained).on('error', ignored).pause();
    this.whenIdle(() => {
      this.client.off('drain', drained).off('error', ignored);
      start();
    });
  }

  /** Node.js handles the connection again. */
  giveBack(): void {
    this.client.resume();
    this.next();
  }

  private whenIdle(start: () => void): void {
    if (this.isTaken) this.waiting.push(start);
    else {
      this.isTaken = true;
      start();
    }
  }

  /** Ends the connection after the exchange in flight. */
  endWhenIdle(): void {
    this.isLast = true;
    if (this.isIdle) this.client.destroySoon();
  }

  private next(): void {
    const start = this.isLast || this.client.destroyed ? undefined : this.waiting.shift();
    this.isTaken = start !== undefined;
    if (this.isLast) this.client.destroySoon();
    else start?.();
  }
}

/** The lanes of all clients that are connected. */
export class Lanes {
  private readonly connect: Connect;
  private readonly all = new Map<Socket, Lane>();
  private readonly unread = new Set<Lane>();

  constructor(connect: Connect) {
    this.connect = connect;
  }

  of(client: Socket): Lane {
    const known = this.all.get(client);
    if (known !== undefined) return known;
    const lane = new Lane(client, this.connect, this.unread);
    if (client.closed) return lane;
    this.all.set(client, lane);
    client.once('close', () => this.all.delete(client));
    return lane;
  }

  /** Whether no exchange is in flight. */
  get isQuiet(): boolean {
    for (const { isIdle, client } of this.all.values()) if (!isIdle && !client.destroyed) return false;
    return true;
  }

  /** Ends each connection after its exchange in flight; resolves when all are closed. */
  async end(): Promise<void> {
    const lanes = [...this.all.values()];
    const closed = Promise.all(
      lanes.map(({ client }) => new Promise((resolve) => client.once('close', resolve))),
    );
    for (const lane of lanes) lane.endWhenIdle();
    await closed;
  }

  cutOff(): void {
    for (const client of this.all.keys()) client.destroy();
  }
}
