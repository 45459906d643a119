import type { Socket } from 'node:net';
import { codeOf } from './failure.ts';
import { type FramedBody, type HeadKind, headIn, type MessageHead, type Versioned } from './message.ts';

/** Resets a connection. One that is being ended cannot be: Node.js would never say that it is closed. */
export function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

const none = Buffer.alloc(0);

/** One end of what passes, that of a client or that of the service. Node.js reads no more ahead than its buffer holds. */
export class ConnectionEnd {
  readonly socket: Socket;
  wasReset = false;
  private wake: () => void = () => undefined;
  /** What came behind the last message. */
  private rest: Buffer = none;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', (error) => {
      this.wasReset ||= codeOf(error) === 'ECONNRESET';
    });
    for (const event of ['readable', 'end', 'close']) socket.on(event, () => this.wake());
  }

  /** Whether nothing more will come. */
  get isOver(): boolean {
    return this.socket.readableEnded || this.socket.destroyed;
  }

  /** Whether something that came waits to be read. */
  get isUnread(): boolean {
    return this.rest.length > 0 || this.socket.readableLength > 0;
  }

  /** What has come, once there is anything; null at the end. */
  private async read(): Promise<Buffer | null> {
    const { rest } = this;
    this.rest = none;
    if (rest.length > 0) return rest;
    for (;;) {
      const piece: Buffer | null = this.socket.read();
      if (piece !== null || this.isOver) return piece;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  /** The head of the next message; null where the connection ends before. @throws Malformed */
  async readHead<First extends Versioned>(kind: HeadKind<First>): Promise<MessageHead<First> | null> {
    let bytes = await this.read();
    while (bytes !== null) {
      const found = headIn(bytes, kind);
      if (found !== null) {
        this.rest = found.rest;
        return found.head;
      }
      const piece: Buffer | null = await this.read();
      bytes = piece && Buffer.concat([bytes, piece]);
    }
    return null;
  }

  /**
   * Passes a body as it comes, no faster than the other end reads.
   * @returns false where the connection ends before the body does
   * @throws Malformed
   */
  async passBody(body: FramedBody, to: ConnectionEnd): Promise<boolean> {
    while (!body.isWhole) {
      const piece = await this.read();
      if (piece === null) return body.isEndless && this.socket.readableEnded;
      const taken = body.take(piece);
      this.rest = piece.subarray(taken);
      await to.write(piece.subarray(0, taken));
    }
    return true;
  }

  /** Resolves once the system has taken all, or there is nobody to take it. */
  write(bytes: Buffer | string): Promise<void> {
    return new Promise((resolve) => void this.socket.write(bytes, 'latin1', () => resolve()));
  }

  /** Ends as the other end did: with a reset, or behind all that was written. */
  endLike({ wasReset }: ConnectionEnd): void {
    if (wasReset) reset(this.socket);
    else this.socket.destroySoon();
  }
}
