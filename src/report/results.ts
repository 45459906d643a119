import type { Finding, Verdict } from '../model/finding.ts';
import type { Gap, Recording } from '../model/recording.ts';
import type { RequirementResult } from '../model/report.ts';
import { identity, type Requirement } from '../model/requirement.ts';

/** How many pieces of evidence a report lists for one requirement. */
const evidenceLimit = 20;

type Judged = Exclude<Verdict, 'waived'>;

/** Over a run: deviates if any exchange deviates, else conforms if any conforms, else not exercised. */
function overall(findings: readonly Finding[]): Judged {
  const verdicts = findings.map(({ verdict }) => verdict);
  if (verdicts.includes('deviates')) return 'deviates';
  return verdicts.includes('conforms') ? 'conforms' : 'not-exercised';
}

/** Why no exchange had anything to say about a requirement. */
function unaskedReason({ operation, facet }: Requirement, { header, unsent }: Recording): string {
  const { scope, gaps } = header;
  if (!scope.operations.includes(operation))
    return `out of scope: only ${scope.operations.join(', ')} was chosen`;
  const gap = gaps.find((candidate: Gap) => candidate.operation === operation);
  if (gap !== undefined) return gap.reason;
  const credentials =
    facet === 'authorization' ? 'no-header' : facet === 'made-up-token' ? 'made-up-token' : 'authorised';
  if (credentials !== 'authorised' && !scope.unauthorized)
    return 'out of scope: unauthorised requests were switched off';
  const missing = unsent.find(({ probe }) => probe.startsWith(`${operation}-${credentials}`));
  return missing?.reason ?? 'the run ended before the request was sent';
}

function explanation(
  findings: readonly Finding[],
  requirement: Requirement,
  recording: Recording,
): Pick<RequirementResult, 'reason' | 'because'> {
  const cause = findings.find(({ because }) => because !== undefined) ?? findings[0];
  const reason = cause?.reason ?? unaskedReason(requirement, recording);
  return { reason, ...(cause?.because === undefined ? {} : { because: cause.because }) };
}

function countOf(findings: readonly Finding[], verdict: Judged): number {
  return findings.filter((finding) => finding.verdict === verdict).length;
}

/** Sums up what all exchanges say about one requirement; evidence is that of the verdict. */
export function resultOf(
  requirement: Requirement,
  findings: readonly Finding[],
  recording: Recording,
): RequirementResult {
  const { schema } = requirement;
  const verdict = overall(findings);
  const decisive = findings.filter((finding) => finding.verdict === verdict);
  const all = decisive.flatMap(({ evidence }) => evidence);
  const evidence = all.slice(0, evidenceLimit);
  const omitted = decisive.reduce(
    (sum, finding) => sum + finding.evidenceOmitted,
    all.length - evidence.length,
  );
  return {
    ...identity(requirement),
    ...(schema === undefined ? {} : { schema }),
    verdict,
    ...(verdict === 'not-exercised' ? explanation(findings, requirement, recording) : {}),
    counts: {
      conforms: countOf(findings, 'conforms'),
      deviates: countOf(findings, 'deviates'),
      notExercised: countOf(findings, 'not-exercised'),
    },
    evidence,
    evidenceOmitted: omitted,
  };
}
