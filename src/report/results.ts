import type {
  Credentials,
  DeviationCourse,
  Gap,
  RequirementResult,
  RequirementTraffic,
  Tally,
} from '../../schemas/types.ts';
import type { ContractRequirement } from '../contract/requirements.ts';
import type { RequirementFindings } from '../judge/findings.ts';
import { probeName } from '../model/exchange.ts';
import { known } from '../model/known.ts';
import type { Recording } from '../model/recording.ts';
import { identity, type Requirement } from '../model/requirement.ts';
import type { Skipped } from '../reading/skipped.ts';
import { causeOf, seenOf } from './follows.ts';

/** With which credentials a request shows something of a requirement. */
export function credentialsOf({ facet }: Pick<Requirement, 'facet'>): Credentials {
  if (facet === 'authorization') return 'none';
  return facet === 'made-up-token' ? 'made-up' : 'authorised';
}

/** Pieces of evidence of one requirement in traffic; a run has few exchanges, and keeps all. */
const fewest = 5;

/** Why no exchange had anything to say about a requirement. */
function unaskedReason(requirement: Requirement, { header, unsent, traffic }: Recording): string {
  const { operation } = requirement;
  const { scope, gaps } = header;
  if (!scope.operations.includes(operation))
    return `out of scope: only ${scope.operations.join(', ')} was chosen`;
  if (traffic !== undefined) return 'no exchange in the traffic shows this';
  const gap = gaps.find((candidate: Gap) => candidate.operation === operation);
  if (gap !== undefined) return gap.reason;
  const credentials = credentialsOf(requirement);
  if (credentials !== 'authorised' && !scope.unauthorized)
    return 'out of scope: unauthorised requests were turned off';
  const missing = unsent.find(({ probe }) => probe.startsWith(probeName(operation, credentials)));
  return missing?.reason ?? 'the run was interrupted before this was sent';
}

/** Why a requirement was not checked, as reports say it. */
function reasonOf({ unclear, ...why }: Skipped): Pick<RequirementResult, 'reason' | 'because' | 'unclear'> {
  if (unclear === undefined) return why;
  return {
    reason: `it is not known whether the operation is protected: without a valid token, ${why.reason}`,
    unclear: why.reason,
  };
}

/** Where requests without credentials are refused, only what a made-up token gets is open. */
export function ofMadeUpToken(row: RequirementResult, all: readonly RequirementResult[]): RequirementResult {
  const { operation, facet, unclear } = row;
  if (facet !== 'made-up-token' || unclear === undefined) return row;
  const other = all.find((one) => one.operation === operation && one.facet === 'authorization');
  if (other?.verdict !== 'conforms') return row;
  return { ...row, reason: `it is not known whether a made-up token is refused: ${unclear}` };
}

/** Deviations that follow from deviations of requests. */
function followsIn(
  id: string,
  { follows }: RequirementFindings,
  { traffic }: Recording,
): Pick<RequirementResult, 'follows'> {
  if (follows.length === 0) return {};
  const seen = traffic?.requirements.get(id)?.follows;
  return {
    follows: follows.map(({ evidence, ...one }) => ({
      ...one,
      evidence: traffic === undefined ? evidence : evidence.slice(0, fewest),
      ...known({ traffic: seen?.get(one.because) }),
    })),
  };
}

/** Fewer deviations than this do not show that something began or ended. */
const fewestDeviations = 3;
/** What overlaps of the time in which something deviates, where several instances of a service change one after another. */
const mostOverlap = 0.05;

/** The course of deviations; null where no times were recorded. */
function courseOf(
  { firstAt, lastAt }: RequirementTraffic,
  deviates: number,
  conforming: RequirementFindings['conforming'],
): DeviationCourse | null {
  if (firstAt === null || lastAt === null) return null;
  if (conforming === null) return { kind: 'always' };
  const [first, last] = [Date.parse(firstAt), Date.parse(lastAt)];
  const [begins, ends] = conforming;
  const overlap = (last - first) * mostOverlap;
  const at = (time: number) => new Date(time).toISOString();
  if (deviates < fewestDeviations) return { kind: 'at-times' };
  if (last > ends && ends - first <= overlap) return { kind: 'since', at: at(Math.max(first, ends)) };
  if (first < begins && last - begins <= overlap) return { kind: 'until', at: at(Math.min(last, begins)) };
  return { kind: 'at-times' };
}

/** When and by whom it deviates, for reasons of its own where there are any. */
function whenSeen(
  id: string,
  { counts, follows, conforming }: RequirementFindings,
  { traffic }: Recording,
): RequirementTraffic | undefined {
  const { own = null, follows: following } = traffic?.requirements.get(id) ?? {};
  const seen = own ?? [...(following?.values() ?? [])][0];
  const { deviates } = seenOf({ counts, follows: [...follows] });
  return seen && { ...seen, ...known({ course: courseOf(seen, deviates, conforming) }) };
}

/** The first few pieces of evidence, others spread over the traffic, and when and by whom it deviates. */
function inTraffic(
  id: string,
  found: RequirementFindings,
  recording: Recording,
): Pick<RequirementResult, 'evidence' | 'evidenceOmitted' | 'spread' | 'traffic'> {
  const { evidence, evidenceOmitted, spread } = found;
  if (recording.traffic === undefined) return { evidence, evidenceOmitted };
  const first = evidence.slice(0, fewest);
  const named = new Set(first.map(({ exchange }) => exchange));
  const others = spread.filter(({ exchange }) => !named.has(exchange));
  return {
    evidence: first,
    evidenceOmitted: evidenceOmitted + evidence.length - first.length,
    ...(others.length === 0 ? {} : { spread: others }),
    ...known({ traffic: whenSeen(id, found, recording) }),
  };
}

/** The one place where verdicts are counted. */
export function tallyOf(results: readonly Pick<RequirementResult, 'verdict'>[]): Tally {
  const count = (wanted: RequirementResult['verdict']) =>
    results.filter(({ verdict }) => verdict === wanted).length;
  return {
    conforms: count('conforms'),
    deviates: count('deviates'),
    waived: count('waived'),
    notExercised: count('not-exercised'),
  };
}

/** What follows from a mistake of a client is never measured by what that client sent. */
function withoutMistakes(row: RequirementResult): RequirementResult {
  if (row.follows === undefined) return row;
  const evidence = row.evidence.map((one) => {
    const because = causeOf(row, one);
    if (because === undefined) return one;
    const { exchange, pointer, actual } = one;
    return { exchange, pointer, expected: `what a request that conforms sends (see ${because})`, actual };
  });
  return { ...row, evidence };
}

/** What a report says of one requirement. */
export function resultOf(
  requirement: ContractRequirement,
  found: RequirementFindings,
  recording: Recording,
): RequirementResult {
  const { verdict, counts, why } = found;
  const { schema, check } = requirement;
  return withoutMistakes({
    ...identity(requirement),
    ...known({ schema }),
    verdict,
    ...(verdict === 'deviates' && check.kind === 'schema' ? { check: check.schema } : {}),
    ...(verdict === 'not-exercised'
      ? reasonOf(why ?? { reason: unaskedReason(requirement, recording) })
      : {}),
    counts,
    ...inTraffic(requirement.id, found, recording),
    ...followsIn(requirement.id, found, recording),
  });
}
