import { carryOut } from '../../../src/cli/job.ts';
import type { Engines } from '../../../src/cli/run.ts';
import { judge } from '../../../src/judge/judge.ts';
import type { Report } from '../../../src/model/report.ts';

/** The command without its thread and without the suites: the same parts, in this process. */
export const inProcess: Engines = {
  startProbing: (job, onProgress) => {
    const interrupt = new AbortController();
    const events = {
      onPlan: (plan: Report['plan']) => onProgress({ kind: 'plan', plan }),
      onIntent: ({ id }: { readonly id: string }) => onProgress({ kind: 'intent', probe: id }),
      onExchange: (exchange: Report['exchanges'][number]) => onProgress({ kind: 'exchange', exchange }),
    };
    return { result: carryOut(job, events, interrupt.signal), interrupt: () => interrupt.abort() };
  },
  prepareJudging: async () => ({
    judge: async ({ exchanges }) => judge(exchanges),
  }),
};
