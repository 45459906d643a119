import { parentPort } from 'node:worker_threads';
import { carryOut, type Job } from './job.ts';
import type { FromThread, ToThread } from './probing.ts';

/** Entry of the worker thread that sends: started before the suites are loaded, so that both happen at once. */
const interrupt = new AbortController();
const post = (message: FromThread) => parentPort?.postMessage(message);
const job = await new Promise<Job>((resolve) => {
  parentPort?.on('message', (message: ToThread) => {
    if (message.kind === 'job') resolve(message.job);
    else interrupt.abort();
  });
});
const result = await carryOut(
  job,
  {
    onCommandError: (line) => post({ kind: 'command-error', line }),
    onPlan: (plan) => post({ kind: 'plan', plan }),
    onIntent: ({ id }) => post({ kind: 'intent', probe: id }),
    onExchange: (exchange) => post({ kind: 'exchange', exchange }),
  },
  interrupt.signal,
);
post({ kind: 'result', result });
parentPort?.close();
