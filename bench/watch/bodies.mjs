import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { transformer } from '../support/records.mjs';

/** Every byte there is, in an order that no chunk repeats. */
const block = Buffer.from(Array.from({ length: 65_521 }, (_, at) => (at * 31 + (at >> 8)) % 256));

/** So many bytes, as a stream. */
export function bytes(size) {
  return Readable.from(pieces(size), { objectMode: false });
}

function* pieces(size) {
  for (let left = size; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length));
}

export function hashOfBytes(size) {
  const hash = createHash('sha256');
  for (const piece of pieces(size)) hash.update(piece);
  return hash.digest('hex');
}

export const entityId = '0123456789abcdef0123456789abcdef';
export const ruleId = 'aaaaaaaabbbbbbbbccccccccdddddddd';

/** The record of a PUT: 2 KB, as its conditions are many. */
export const sent = transformer(1, 12);
