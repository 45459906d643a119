/** Bytes that all copies may still take together, of exchanges in flight and of those that wait to be judged. */
export interface Room {
  left: number;
}

/** Bytes of memory that a text takes besides its characters, as sent and in the head. */
const perText = 64;

/** Bytes of memory that texts of a head take. */
export function memoryOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length + perText, 0);
}

/** Copies a body as it passes, up to a bound, while there is room. */
export class Copy {
  private readonly room: Room;
  private readonly most: number;
  private chunks: Buffer[] = [];
  /** Bytes that passed. */
  total = 0;
  private held = 0;
  /** Why there is no copy; null where it is complete. */
  givenUp: 'too-long' | 'no-room' | null = null;

  /** @param most bytes; 0 to count only */
  constructor(room: Room, most: number) {
    this.room = room;
    this.most = most;
  }

  add(chunk: Buffer): void {
    this.total += chunk.length;
    if (this.givenUp !== null || chunk.length === 0) return;
    if (this.total > this.most) this.giveUp('too-long');
    else if (this.hold(chunk.length)) this.chunks.push(Buffer.from(chunk));
    else this.giveUp('no-room');
  }

  /** Takes room for the body, and for what is kept with it. @returns false where there is none */
  hold(bytes: number): boolean {
    if (bytes > this.room.left) return false;
    this.room.left -= bytes;
    this.held += bytes;
    return true;
  }

  private giveUp(why: 'too-long' | 'no-room'): void {
    this.release();
    this.givenUp = why;
  }

  /** Empty where it was given up. */
  bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  /** Gives its room back. */
  release(): void {
    this.room.left += this.held;
    this.chunks = [];
    this.held = 0;
  }
}
