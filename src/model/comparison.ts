import type { ComparedRun } from '../../schemas/types/comparison.ts';

export type * from '../../schemas/types/comparison.ts';

/** By what a run was judged, and with which outcome. */
export type JudgedRun = Omit<ComparedRun, 'runId' | 'startedAt' | 'baseUrl'>;
