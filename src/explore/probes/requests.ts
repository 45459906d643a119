import { requirementId } from '../../contract/requirement-id.ts';
import { isPlainObject } from '../../json/plain.ts';
import { type Facet, requestPlace } from '../../model/requirement.ts';
import { written } from '../edits.ts';
import {
  type Base,
  outcomeOf,
  type ProbeContext,
  type ProbeOutcome,
  type ProbeParts,
  returnedIn,
  untold,
  withBody,
} from '../probe.ts';
import type { Variant } from '../send.ts';

/** Requests that differ from what a run sends in one thing. */

function breaking({ operation }: Base, facet: Facet): readonly string[] {
  return [requirementId(operation.name, requestPlace, facet)];
}

/** One request, whose outcome is the answer where it is one of those that are asked for. */
export function oneRequest(
  sends: string,
  variant: () => Variant,
  outcomes: readonly ProbeOutcome[],
  isAboutCredentials = false,
): ProbeParts {
  return {
    most: 1,
    sends,
    inquire: async ({ ask }) => {
      const read = await ask(variant());
      const outcome = outcomeOf(read, isAboutCredentials);
      if (outcome === null || !outcomes.includes(outcome)) return untold(read);
      return { answer: outcome, shown: [read] };
    },
  };
}

/** A body that ends too early. */
export function malformed(base: Base): Variant {
  const sends = 'with a body that is not JSON';
  return {
    ...withBody(base, base.body, sends),
    body: written(base.body).slice(0, -1),
    breaks: breaking(base, 'json'),
  };
}

export function malformedJson(base: Base): ProbeParts {
  return oneRequest('with a body that is not JSON', () => malformed(base), ['served', 'refused']);
}

export function otherContentType(base: Base): ProbeParts {
  const sends = 'with the content type text/plain';
  return oneRequest(
    sends,
    () => ({
      ...withBody(base, base.body, sends),
      contentType: 'text/plain',
      breaks: breaking(base, 'content-type'),
    }),
    ['served', 'refused'],
  );
}

export function withoutTrailingSlash(base: Base): ProbeParts {
  const sends = 'to the path without its trailing slash';
  return oneRequest(
    sends,
    () => ({ ...withBody(base, base.body, sends), withoutEnd: '/', breaks: breaking(base, 'path') }),
    ['served', 'refused', 'redirected'],
  );
}

export function schemeCase(base: Base): ProbeParts {
  const sends = 'with the scheme bearer in lower case';
  return oneRequest(
    sends,
    () => ({ ...withBody(base, base.body, sends), scheme: 'bearer' }),
    ['served', 'refused'],
    true,
  );
}

/** What becomes of a member that the document does not have. */
export function unknownFields(base: Base): ProbeParts {
  const sends = 'with a field that the document does not have';
  return {
    most: 1,
    sends,
    inquire: async ({ ask, runId }: ProbeContext) => {
      const name = `conformance${runId}`;
      const body = isPlainObject(base.body) ? { ...base.body, [name]: 'further' } : base.body;
      const read = await ask(withBody(base, body, sends));
      const outcome = outcomeOf(read);
      if (outcome !== 'served' && outcome !== 'refused') return untold(read);
      const kept = returnedIn(read, [name]) === undefined ? 'ignored' : 'returned';
      return { answer: outcome === 'refused' ? 'refused' : kept, shown: [read] };
    },
  };
}
