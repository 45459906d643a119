/** Half-open range of offsets, in UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const noPieces = new Int32Array();

/** A text to be searched: the given one, or what was decoded from another. */
export class View {
  readonly text: string;
  /** What it was decoded from; null for the given text. */
  readonly outer: View | null;
  /** Where its characters come from, as a `ViewBuilder` notes it. */
  private readonly pieces: Int32Array;

  constructor(text: string, outer: View | null = null, pieces = noPieces) {
    this.text = text;
    this.outer = outer;
    this.pieces = pieces;
  }

  /** The smallest range of the outer view that a range, not empty, was decoded from; itself in the given text. */
  origin({ start, end }: Range): Range {
    if (this.outer === null) return { start, end };
    return { start: this.originOf(start, start), end: this.originOf(end - 1, end) };
  }

  /** The smallest range of the given text that a range, not empty, was decoded from. */
  given(range: Range): Range {
    return this.outer === null ? range : this.outer.given(this.origin(range));
  }

  /** Whether the outer view does not hold the same text: the same text was already decoded there. */
  isNew(range: Range): boolean {
    if (this.outer === null) return true;
    const { start, end } = this.origin(range);
    return end - start !== range.end - range.start;
  }

  /** Where an offset is in the outer view, by the last piece that begins at or before that of a character. */
  private originOf(character: number, offset: number): number {
    let low = 0;
    let high = this.pieces.length / perPiece;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.pieces[middle * perPiece] ?? 0) <= character) low = middle;
      else high = middle;
    }
    const [start = 0, origin = 0, step = 0] = this.pieces.subarray(low * perPiece);
    return origin + (offset - start) * step;
  }
}

/** Of each piece: where it begins, where in the outer view, and how many characters there each of its own takes. */
const perPiece = 3;

/** Puts a view together; it may have a million pieces, so they are plain numbers. */
export class ViewBuilder {
  private readonly parts: string[] = [];
  private length = 0;
  private pieces = noPieces;
  private used = 0;

  /** Adds characters, each of which takes so many of the outer view, from an offset on. */
  add(text: string, origin: number, step: number): void {
    this.note(this.length, origin, step);
    this.parts.push(text);
    this.length += text.length;
  }

  /** Adds characters of which each has a range of the outer view of its own. */
  addEach(text: string, rangeOf: (at: number) => Range): void {
    for (let at = 0; at < text.length; at += 1) {
      const { start, end } = rangeOf(at);
      this.note(this.length + at, start, end - start);
    }
    this.parts.push(text);
    this.length += text.length;
  }

  /** The view; null when nothing was added. */
  view(outer: View): View | null {
    if (this.length === 0) return null;
    return new View(this.parts.join(''), outer, this.pieces.subarray(0, this.used));
  }

  private note(start: number, origin: number, step: number): void {
    if (this.used === this.pieces.length) {
      const longer = new Int32Array(Math.max(16 * perPiece, 2 * this.used));
      longer.set(this.pieces);
      this.pieces = longer;
    }
    this.pieces[this.used] = start;
    this.pieces[this.used + 1] = origin;
    this.pieces[this.used + 2] = step;
    this.used += perPiece;
  }
}
