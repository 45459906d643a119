import type { Deviation } from './deviation.ts';
import { type Diagnosis, type MistakeName, send } from './mistakes.ts';

/** What is wrong of a request as a whole; of its fields the same is said as of those of a response. */
export const requestDiagnoses = {
  method: (deviation: Deviation): Diagnosis => {
    const { expected } = deviation.evidence;
    return { cause: 'other-method', ...send(expected, '', deviation), key: expected, what: expected };
  },
  path: ({ evidence: { expected } }: Deviation): Diagnosis => ({
    cause: 'other-path',
    cure: `send it to ${expected}`,
    key: expected,
  }),
  bearer: (): MistakeName => 'no-bearer-token',
  'content-type': ({ evidence: { expected } }: Deviation): Diagnosis => ({
    cause: 'other-content-type',
    cure: `send "Content-Type: ${expected}"`,
    what: expected,
  }),
  body: (): MistakeName => 'unwanted-body',
} as const;
