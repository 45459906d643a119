/** Bytes that copies may hold together, of exchanges that pass and of those that wait to be judged. */
export class Room {
  private left: number;

  constructor(bytes: number) {
    this.left = bytes;
  }

  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.left += bytes;
  }
}

/** A copy of what passed, as it is handed on. */
export interface Copied {
  /** Empty where the copy was given up. */
  readonly bytes: Buffer;
  /** Bytes that passed. */
  readonly total: number;
  /** Null where all that passed is here. */
  readonly givenUp: 'too-long' | 'no-room' | null;
}

/** Copies a body as it passes, up to a bound, while there is room. */
export class Copy {
  private readonly room: Room;
  private readonly most: number;
  private chunks: Buffer[] = [];
  private total = 0;
  private held = 0;
  private givenUp: Copied['givenUp'] = null;

  /** @param most bytes; 0 to count only */
  constructor(room: Room, most: number) {
    this.room = room;
    this.most = most;
  }

  add(chunk: Buffer): void {
    this.total += chunk.length;
    if (this.givenUp !== null || chunk.length === 0) return;
    if (this.total > this.most) this.giveUp('too-long');
    else if (!this.room.take(chunk.length)) this.giveUp('no-room');
    else {
      this.held += chunk.length;
      this.chunks.push(Buffer.from(chunk));
    }
  }

  private giveUp(why: 'too-long' | 'no-room'): void {
    this.release();
    this.givenUp = why;
  }

  copied(): Copied {
    return { bytes: Buffer.concat(this.chunks), total: this.total, givenUp: this.givenUp };
  }

  /** Gives its room back. */
  release(): void {
    this.room.give(this.held);
    this.chunks = [];
    this.held = 0;
  }
}
