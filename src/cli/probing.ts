import { Worker } from 'node:worker_threads';
import type { Exchange } from '../model/exchange.ts';
import type { PlannedRequest } from '../model/report.ts';
import type { SessionResult } from '../session.ts';
import type { Job } from './job.ts';

/** The job, once, and then perhaps an interrupt. */
export type ToThread = { readonly kind: 'job'; readonly job: Job } | { readonly kind: 'interrupt' };

export type FromThread =
  | { readonly kind: 'command-error'; readonly line: string }
  | { readonly kind: 'plan'; readonly plan: readonly PlannedRequest[] }
  | { readonly kind: 'intent'; readonly probe: string }
  | { readonly kind: 'exchange'; readonly exchange: Exchange }
  | { readonly kind: 'result'; readonly result: SessionResult };

export interface Probing {
  readonly result: Promise<SessionResult>;
  /** Sends nothing more; the result comes soon, with what was done. */
  readonly interrupt: () => void;
}

export type Progress = (message: Exclude<FromThread, { kind: 'result' }>) => void;

/**
 * Megabytes. Answers leave much that is soon of no use, and it is to go soon: a small young generation, and an old one
 * that is not let grow for long. A run that keeps as much as it may needs a tenth of it.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 256 };

/**
 * Starts a job in a thread of its own. The thread inherits no environment; the job carries what it needs, and comes as
 * a message: Node.js prints the options of a worker, its data among them, where NODE_DEBUG asks for it.
 */
export function startProbing(job: Job, onProgress: Progress): Probing {
  const thread = new Worker(new URL('./prober-thread.js', import.meta.url), { env: {}, resourceLimits });
  const post = (message: ToThread): void => thread.postMessage(message);
  post({ kind: 'job', job });
  const result = new Promise<SessionResult>((resolve, reject) => {
    thread.on('message', (message: FromThread) => {
      if (message.kind === 'result') resolve(message.result);
      else onProgress(message);
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('the prober ended without a result')));
  });
  // Awaited only once the suites are loaded; until then a failure has to wait without ending the process.
  result.catch(() => undefined);
  return { result, interrupt: () => post({ kind: 'interrupt' }) };
}
