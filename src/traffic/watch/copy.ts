/** Bytes that all copies may take together, of exchanges in flight and of those that wait to be judged. */
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
    else if (!this.room.take(chunk.length)) this.giveUp('no-room');
    else {
      this.held += chunk.length;
      this.chunks.push(Buffer.from(chunk));
    }
  }

  /** Takes room for what is kept with the body. @returns false where there is none */
  hold(bytes: number): boolean {
    const isHeld = this.room.take(bytes);
    if (isHeld) this.held += bytes;
    return isHeld;
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
    this.room.give(this.held);
    this.chunks = [];
    this.held = 0;
  }
}
