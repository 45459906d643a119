import { randomBytes } from 'node:crypto';

const bytes = 6;

/** Names a run in the User-Agent, in what is sent and in the report: 12 hexadecimal digits. */
export function newRunId(): string {
  return randomBytes(bytes).toString('hex');
}
