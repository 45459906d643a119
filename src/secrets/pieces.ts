/** Half-open range of offsets, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text that was made from another, and the way back. */
export interface Derived {
  readonly text: string;
  /** The smallest range of the other text that a range of this one, not empty, was made from. */
  readonly origin: (range: Range) => Range;
  /** Whether some character of a range was put or moved, so that the other text does not hold the same. */
  readonly isNew: (range: Range) => boolean;
}

/**
 * Where the pieces of a text came from. Pieces that were kept and pieces that were put in place of others alternate;
 * a text may have a million of them, so they are plain numbers.
 */
export class Pieces {
  /** Of each piece, where it begins in the new text and where in the old one; those at even places were kept. */
  private starts = new Int32Array(64);
  private count = 1;
  private length = 0;
  private copied = 0;

  /** Notes, in order, what is put in place of a range of the old text. */
  put(start: number, end: number, by: string): string {
    const to = this.length + start - this.copied;
    this.length = to + by.length;
    this.copied = end;
    const next = 2 * this.count;
    if (next + 4 > this.starts.length) this.grow();
    this.starts[next] = to;
    this.starts[next + 1] = start;
    this.starts[next + 2] = this.length;
    this.starts[next + 3] = end;
    this.count += 2;
    return by;
  }

  /** Leaves out what stands before an offset of the old text. */
  leaveOut(end: number): void {
    this.copied = end;
  }

  private grow(): void {
    const larger = new Int32Array(2 * this.starts.length);
    larger.set(this.starts);
    this.starts = larger;
  }

  private to(piece: number): number {
    return this.starts[2 * piece] ?? 0;
  }

  private from(piece: number): number {
    return this.starts[2 * piece + 1] ?? 0;
  }

  /** The last piece that begins at an offset or before it. */
  private at(offset: number): number {
    let low = 0;
    let high = this.count;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.to(middle) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }

  origin({ start, end }: Range): Range {
    const [first, last] = [this.at(start), this.at(end - 1)];
    return {
      start: this.from(first) + (first % 2 === 0 ? start - this.to(first) : 0),
      end: last % 2 === 0 ? this.from(last) + end - this.to(last) : this.from(last + 1),
    };
  }

  isNew({ start, end }: Range): boolean {
    const last = this.at(end - 1);
    return last % 2 === 1 || this.to(last) > start;
  }
}

/** A text that was put together of pieces, which are made when they are asked for. */
export function derived(text: string, make: () => Pieces): Derived {
  let made: Pieces | undefined;
  const pieces = () => {
    made ??= make();
    return made;
  };
  return { text, origin: (range) => pieces().origin(range), isNew: (range) => pieces().isNew(range) };
}

/** What was made from something that was itself made from a text. */
export function through(outer: Derived, inner: Derived): Derived {
  return {
    text: inner.text,
    origin: (range) => outer.origin(inner.origin(range)),
    isNew: (range) => inner.isNew(range) || outer.isNew(inner.origin(range)),
  };
}
