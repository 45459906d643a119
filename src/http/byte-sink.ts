/**
 * Bytes in the order in which they came. Grows as needed: a service may send its body in chunks of one byte, and
 * millions of them.
 */
export class ByteSink {
  private buffer = Buffer.alloc(0);
  length = 0;

  push(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    if (needed > this.buffer.length) {
      const grown = Buffer.alloc(Math.max(needed, 2 * this.buffer.length));
      this.buffer.copy(grown, 0, 0, this.length);
      this.buffer = grown;
    }
    chunk.copy(this.buffer, this.length);
    this.length = needed;
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}
