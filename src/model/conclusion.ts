import type { ServiceProblem } from '../../schemas/types.ts';

/** How severe a deviation is; the first is the most severe. Security outranks types, types outrank forms, forms what is only shown. */
export const severities = ['security', 'type', 'form', 'shown'] as const;

export type Severity = ServiceProblem['severity'];
