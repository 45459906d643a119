import { type Base, outcomeOf, type ProbeParts, recordIdIn, untold, type Ways, withBody } from '../probe.ts';

/** What a request does to a record that is there already. */

/** The same request twice: one record, or two. */
function createOrReplace(base: Base): ProbeParts {
  const sends = 'as a run sends it, once more';
  return {
    most: 1,
    sends,
    inquire: async ({ ask, served }) => {
      if (served === null) return { why: 'no request of this run was served' };
      const read = await ask({ ...withBody(base, base.body, sends), again: true });
      const [first, second] = [served, read].map((one) => recordIdIn(one, base.operation));
      if (outcomeOf(read) !== 'served') return untold(read);
      if (first == null || second == null) return { why: `a response has no ${base.operation.recordId}` };
      return { answer: first === second ? 'replace' : 'create', shown: [served, read] };
    },
  };
}

export const recordWays: Ways = { 'create-or-replace': createOrReplace };
