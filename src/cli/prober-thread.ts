import { parentPort, workerData } from 'node:worker_threads';
import { carryOut, type Job } from './job.ts';
import type { FromThread } from './probing.ts';

/** Entry of the worker thread that sends: started before vitest is loaded, so that both happen at once. */
const interrupt = new AbortController();
parentPort?.once('message', () => interrupt.abort());
const post = (message: FromThread) => parentPort?.postMessage(message);
const result = await carryOut(
  workerData as Job,
  {
    onPlan: (plan) => post({ kind: 'plan', plan }),
    onIntent: ({ id }) => post({ kind: 'intent', probe: id }),
    onExchange: (exchange) => post({ kind: 'exchange', exchange }),
  },
  interrupt.signal,
);
post({ kind: 'result', result });
parentPort?.close();
