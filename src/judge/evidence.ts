import { createHash } from 'node:crypto';
import type { JsonNode } from '../target/json.ts';

/** How many places of one kind one finding lists; the rest is counted. */
export const evidenceLimit = 10;

/** Characters of a value that evidence shows; longer ones are cut with their length and a hash. */
const valueLimit = 400;

/** Cuts a long text, saying how long it was and giving a SHA-256 by which it can be recognised. */
export function cut(text: string, limit = valueLimit): string {
  if (text.length <= limit) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${text.slice(0, limit).toWellFormed()}… (${text.length} characters, sha256 ${hash}…)`;
}

/** The value as the service wrote it. */
export function sourceText(text: string, node: JsonNode | undefined): string {
  return node === undefined ? 'absent' : cut(text.slice(node.start, node.end));
}
