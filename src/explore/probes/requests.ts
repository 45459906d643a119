import { requirementId } from '../../contract/requirement-id.ts';
import { isPlainObject } from '../../json/plain.ts';
import { type Facet, requestPlace } from '../../model/requirement.ts';
import { written } from '../edits.ts';
import {
  type Base,
  oneRequest,
  outcomeOf,
  type ProbeParts,
  recordIdIn,
  returnedIn,
  untold,
  type Ways,
  withBody,
} from '../probe.ts';
import type { Variant } from '../send.ts';

/** Requests that differ from what a run sends in one thing, and the same once more. */

/** A request with the body of a run that breaks one requirement on purpose. */
function breaking(base: Base, facet: Facet, sends: string, parts: Partial<Variant>): Variant {
  const breaks = [requirementId(base.operation.name, requestPlace, facet)];
  return { ...withBody(base, base.body, sends), ...parts, breaks };
}

/** A body that ends too early. */
export function malformed(base: Base): Variant {
  const body = written(base.body).slice(0, -1);
  return breaking(base, 'json', 'with a body that is not JSON', { body });
}

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

export const requestWays: Ways = {
  'create-or-replace': createOrReplace,
  'malformed-json': (base) =>
    oneRequest({ sends: 'with a body that is not JSON', variant: () => malformed(base) }),
  'other-content-type': (base) => {
    const sends = 'with the content type text/plain';
    const parts = { contentType: 'text/plain' };
    return oneRequest({ sends, variant: () => breaking(base, 'content-type', sends, parts) });
  },
  'without-trailing-slash': (base) => {
    const sends = 'to the path without its trailing slash';
    const variant = () => breaking(base, 'path', sends, { withoutEnd: '/' });
    return oneRequest({ sends, variant, outcomes: ['served', 'refused', 'redirected'] });
  },
  'scheme-case': (base) => {
    const sends = 'with the scheme bearer in lower case';
    const variant = () => ({ ...withBody(base, base.body, sends), scheme: 'bearer' });
    return oneRequest({ sends, variant, isAboutCredentials: true });
  },
  /** What becomes of a member that the document does not have. */
  'unknown-fields': (base) => {
    const sends = 'with a field that the document does not have';
    const nameFor = (runId: string) => `conformance${runId}`;
    return oneRequest({
      sends,
      variant: ({ runId }) => {
        const body = isPlainObject(base.body) ? { ...base.body, [nameFor(runId)]: 'further' } : base.body;
        return withBody(base, body, sends);
      },
      answer: (outcome, read, { runId }) => {
        if (outcome === 'refused') return outcome;
        return returnedIn(read, [nameFor(runId)]) === undefined ? 'ignored' : 'returned';
      },
    });
  },
};
