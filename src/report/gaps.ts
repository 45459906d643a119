import type { Report, RequirementResult } from '../../schemas/types.ts';
import { groupBy } from '../model/group-by.ts';
import { joined } from '../text/plural.ts';

/** Requirements that were not checked for one reason. */
export interface Gap {
  readonly reason: string;
  /** Id of the requirement whose deviation is the cause. */
  readonly because?: string | undefined;
  /** What came of an unauthorised request, where the reason is that it was neither refused nor served. */
  readonly unclear?: string | undefined;
  /** Whether a waiver covers the cause, and so these requirements. */
  readonly covered: boolean;
  readonly rows: readonly RequirementResult[];
}

type Unclear = Pick<Gap, 'unclear'>;

/** Whether the response to an unauthorised request neither refused nor served it. */
export function isProtectionUnknown({ unclear }: Unclear): boolean {
  return unclear !== undefined;
}

/** The same of a request without the header, for which the gate asks. */
export function isUnprotected(row: RequirementResult): boolean {
  return row.facet === 'authorization' && isProtectionUnknown(row);
}

/** In their order, after what is not known to be protected: a reader has to see that first. */
function protectionFirst<Item extends Unclear>(items: readonly Item[]): readonly Item[] {
  return [...items.filter(isProtectionUnknown), ...items.filter((item) => !isProtectionUnknown(item))];
}

/** What was not checked, in the order in which its reasons first appear; whether an operation is protected goes first. */
export function gapsOf(requirements: readonly RequirementResult[]): readonly Gap[] {
  const isCovered = ({ because, waiver }: RequirementResult) => because !== undefined && waiver !== undefined;
  const open = requirements.filter(({ verdict }) => verdict === 'not-exercised');
  const groups = groupBy(open, (row) => JSON.stringify([row.reason, row.because, isCovered(row)]));
  const gaps = [...groups.values()].map((rows): Gap => {
    const [{ reason = 'no reason was recorded', because, unclear }] = rows;
    return { reason, because, unclear, covered: isCovered(rows[0]), rows };
  });
  return protectionFirst(gaps);
}

/** Whether a requirement was not checked because a request failed: without it, a refusal proves nothing either. */
export function isAfterFailure({
  exchanges,
  unanswered,
  traffic,
}: Pick<Report, 'exchanges' | 'unanswered' | 'traffic'>): (row: RequirementResult) => boolean {
  const failed = new Set(unanswered.map(({ exchange }) => exchange));
  const reasons = new Set(unanswered.map(({ reason }) => reason));
  const operations = new Set(exchanges.flatMap(({ id, operation }) => (failed.has(id) ? operation : [])));
  return ({ facet, operation, reason = '' }) => {
    const isAboutCredentials = facet === 'authorization' || facet === 'made-up-token';
    return reasons.has(reason) || (traffic === undefined && isAboutCredentials && operations.has(operation));
  };
}

type WithOperations = Pick<Report, 'operations'>;

/** `PUT and DELETE`. */
export function methodsOf(
  rows: readonly Pick<RequirementResult, 'operation'>[],
  { operations }: WithOperations,
): string {
  const names = new Set(rows.map(({ operation }) => operation));
  return joined(operations.filter(({ name }) => names.has(name)).map(({ method }) => method));
}

/** `whether PUT and DELETE are protected`, of requirements that were not checked. */
export function protectionWords(
  rows: readonly RequirementResult[],
  report: WithOperations,
): readonly string[] {
  const unprotected = rows.filter(({ facet }) => facet === 'authorization');
  const unclear = rows.filter(isProtectionUnknown);
  // Of whoever serves requests without credentials perhaps, a made-up token says nothing more.
  const known = new Set(unclear.filter(isUnprotected).map(({ operation }) => operation));
  const madeUp = unclear.filter(({ facet, operation }) => facet === 'made-up-token' && !known.has(operation));
  const seen = [...new Set(madeUp.flatMap((row) => row.unclear ?? []))].join('; ');
  const said = (own: readonly RequirementResult[], one: string, several: string) => {
    const isOne = new Set(own.map(({ operation }) => operation)).size === 1;
    return own.length === 0 ? [] : [`whether ${methodsOf(own, report)} ${isOne ? one : several}`];
  };
  return [
    ...said(madeUp, `refuses a made-up token (${seen})`, `refuse a made-up token (${seen})`),
    ...said(unprotected, 'is protected', 'are protected'),
  ];
}
