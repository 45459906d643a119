import { Agent, type ClientRequestArgs, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connect } from '../connect.ts';

/**
 * What one connection of a client is forwarded over: one connection to the service, which ends with it. So a client finds
 * its connection closed where the service closed it, and none of its requests meets a connection that another one left.
 */
export class Lane extends Agent {
  readonly client: Socket;
  private readonly connect: Connect;
  private readonly leaving = new AbortController();
  private readonly waiting: (() => void)[] = [];
  private isTaken = false;
  private isLast = false;

  constructor(client: Socket, connect: Connect) {
    super({ keepAlive: true, maxSockets: 1 });
    this.client = client;
    this.connect = connect;
    client.once('close', () => {
      this.leaving.abort();
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

  /** Starts an exchange once the previous one has ended, so that pipelined requests are answered in order. */
  inTurn(outgoing: ServerResponse, start: () => void): void {
    if (this.isTaken) {
      this.waiting.push(() => this.inTurn(outgoing, start));
      return;
    }
    this.isTaken = true;
    outgoing.once('close', () => this.next());
    start();
  }

  /** The connection now carries another protocol. */
  take(): void {
    this.isTaken = true;
  }

  /** Ends the connection after the exchange in flight. */
  endWhenIdle(): void {
    this.isLast = true;
    if (this.isIdle) this.client.destroySoon();
  }

  private next(): void {
    this.isTaken = false;
    if (this.isLast) this.client.destroySoon();
    else if (!this.client.destroyed) this.waiting.shift()?.();
  }
}

/** The lanes of all clients that are connected. */
export class Lanes {
  private readonly connect: Connect;
  private readonly all = new Map<Socket, Lane>();

  constructor(connect: Connect) {
    this.connect = connect;
  }

  of(client: Socket): Lane {
    const known = this.all.get(client);
    if (known !== undefined) return known;
    const lane = new Lane(client, this.connect);
    this.all.set(client, lane);
    client.once('close', () => this.all.delete(client));
    return lane;
  }

  /** Whether no exchange is in flight. */
  get isQuiet(): boolean {
    for (const { isIdle } of this.all.values()) if (!isIdle) return false;
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
