import { hasDescriptors, isOutOfDescriptors } from '../files/descriptors.ts';
import { UsageError } from './exit.ts';

/**
 * File descriptors are counted before the first request, while nothing else is loaded: a module that cannot be opened
 * in the middle of a run would be a fault after requests were sent.
 */

/**
 * Files that a run has open at once in addition to its connections, with room to spare: modules that are loaded side by
 * side, the thread that sends, the operator's commands. Measured: 30.
 */
const filesAtOnce = 64;

const remedy = 'Raise the limit, for example ulimit -n 1024';

/**
 * @param connections that a run opens at once
 * @throws UsageError where a run would have to stop halfway, because no more files can be opened
 */
export function proveDescriptors(connections: number): void {
  const count = filesAtOnce + connections;
  if (hasDescriptors(count)) return;
  const serial = connections > 1 ? ', or send one request at a time with --serial' : '';
  throw new UsageError(
    `this process may open too few files: a run may need ${count} more at once, connections included. Nothing was sent. ${remedy}${serial}.`,
  );
}

/** What to print for an error before anything was sent; null where its cause is not too few descriptors. */
export function descriptorsProblem(error: unknown): UsageError | null {
  if (!isOutOfDescriptors(error)) return null;
  const { message } = error as Error;
  return new UsageError(`this process may open too few files (${message}). Nothing was sent. ${remedy}.`);
}
