import type { RequirementFindings } from '../judge/tally.ts';
import { probeName } from '../model/exchange.ts';
import { placeIn } from '../model/location.ts';
import type { Gap, Recording } from '../model/recording.ts';
import type { RequirementResult } from '../model/report.ts';
import { identity, type Requirement } from '../model/requirement.ts';

const credentialsOf = { authorization: 'none', 'made-up-token': 'made-up' } as const;

/** Why no exchange had anything to say about a requirement. */
function unaskedReason({ operation, facet }: Requirement, { header, unsent }: Recording): string {
  const { scope, gaps } = header;
  if (!scope.operations.includes(operation))
    return `out of scope: only ${scope.operations.join(', ')} was chosen`;
  const gap = gaps.find((candidate: Gap) => candidate.operation === operation);
  if (gap !== undefined) return gap.reason;
  const credentials =
    facet === 'authorization' || facet === 'made-up-token' ? credentialsOf[facet] : 'authorised';
  if (credentials !== 'authorised' && !scope.unauthorized)
    return 'out of scope: unauthorised requests were switched off';
  const missing = unsent.find(({ probe }) => probe.startsWith(probeName(operation, credentials)));
  return missing?.reason ?? 'the run ended before the request was sent';
}

/** What a report says of one requirement. */
export function resultOf(
  requirement: Requirement,
  { verdict, counts, evidence, evidenceOmitted, why }: RequirementFindings,
  recording: Recording,
): RequirementResult {
  const { schema } = requirement;
  const location = placeIn(recording.header.locations ?? [], requirement.id);
  return {
    ...identity(requirement),
    ...(schema === undefined ? {} : { schema }),
    verdict,
    ...(location === null ? {} : { location }),
    ...(verdict === 'not-exercised' ? (why ?? { reason: unaskedReason(requirement, recording) }) : {}),
    counts,
    evidence,
    evidenceOmitted,
  };
}
