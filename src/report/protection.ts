import type { Report, RequirementResult } from '../../schemas/types.ts';
import { groupBy } from '../model/group-by.ts';
import { joined } from '../text/plural.ts';
import { isProbablyElsewhere } from './situation.ts';

type Unprotected = Pick<RequirementResult, 'unclear'>;

/** Whether the response to an unauthorised request neither refused nor served it. */
export function isProtectionUnknown({ unclear }: Unprotected): boolean {
  return unclear !== undefined;
}

/** The same of a request without the header, for which the gate asks. */
export function isUnprotected(row: RequirementResult): boolean {
  return row.facet === 'authorization' && isProtectionUnknown(row);
}

/** In their order, after what is not known to be protected: a reader has to see that first. */
export function protectionFirst<Item extends Unprotected>(items: readonly Item[]): readonly Item[] {
  return [...items.filter(isProtectionUnknown), ...items.filter((item) => !isProtectionUnknown(item))];
}

type ProtectionInput = Pick<Report, 'requirements' | 'operations'>;

export function methodsOf(
  rows: readonly Pick<RequirementResult, 'operation'>[],
  { operations }: ProtectionInput,
): string {
  const names = new Set(rows.map(({ operation }) => operation));
  return joined(operations.filter(({ name }) => names.has(name)).map(({ method }) => method));
}

/** What came back in place of a refusal, once. */
function unclearWords(rows: readonly RequirementResult[]): string {
  return [...new Set(rows.flatMap(({ unclear }) => unclear ?? []))].join('; ');
}

/** `whether PUT and DELETE are protected`, where it is not known; null where it is. */
export function protectionSentence(given: ProtectionInput): string | null {
  const rows = given.requirements.filter(isProtectionUnknown);
  if (rows.length === 0) return null;
  const isOne = new Set(rows.map(({ operation }) => operation)).size === 1;
  // Requests without credentials are refused; only what a token gets that was never issued is open.
  if (rows.every(({ facet }) => facet === 'made-up-token'))
    return `whether ${methodsOf(rows, given)} ${isOne ? 'refuses' : 'refuse'} a made-up token (${unclearWords(rows)})`;
  const is = isOne ? 'is' : 'are';
  return `whether ${methodsOf(rows, given)} ${is} protected`;
}

/**
 * The same with what came back, one for each reason: `DELETE: it is not known whether the operation is protected: …`. None
 * where nothing responded, or probably not the service: that comes first then.
 */
export function protectionReasons(
  given: ProtectionInput & Parameters<typeof isProbablyElsewhere>[0],
): readonly string[] {
  if (isProbablyElsewhere(given)) return [];
  const refusing = given.requirements.flatMap(({ facet, verdict, operation }) =>
    facet === 'authorization' && verdict === 'conforms' ? operation : [],
  );
  // Where a request without the header is refused, what a made-up token gets leaves nothing incomplete.
  const rows = given.requirements.filter(
    (row) => isProtectionUnknown(row) && !refusing.includes(row.operation),
  );
  return [...groupBy(rows, ({ reason }) => reason)].map(
    ([reason, own]) => `${methodsOf(own, given)}: ${reason}`,
  );
}

/** Where requests without credentials are refused, only what a made-up token gets is open. */
export function ofMadeUpToken(row: RequirementResult, all: readonly RequirementResult[]): RequirementResult {
  const { operation, facet, unclear } = row;
  if (facet !== 'made-up-token' || unclear === undefined) return row;
  const other = all.find((one) => one.operation === operation && one.facet === 'authorization');
  if (other?.verdict !== 'conforms') return row;
  return { ...row, reason: `it is not known whether a made-up token is refused: ${unclear}` };
}

/** Requirements that were not checked for one reason. */
export interface Gap {
  /** Why: an unclear response, a deviation, one that is accepted, a request that failed, or what the reason says. */
  readonly kind: 'unclear' | 'blocked' | 'accepted' | 'failed' | 'other';
  readonly reason: string;
  readonly rows: readonly RequirementResult[];
}

/** What was not checked, by reason. */
export function gapsOf({
  requirements,
  exchanges,
  unanswered,
  traffic,
}: Pick<Report, 'requirements' | 'exchanges' | 'unanswered' | 'traffic'>): readonly Gap[] {
  const failed = new Set(unanswered.map(({ exchange }) => exchange));
  const reasons = new Set(unanswered.map(({ reason }) => reason));
  const operations = new Set(exchanges.flatMap(({ id, operation }) => (failed.has(id) ? operation : [])));
  const kindOf = (row: RequirementResult): Gap['kind'] => {
    if (isProtectionUnknown(row)) return 'unclear';
    if (row.because !== undefined) return row.waiver === undefined ? 'blocked' : 'accepted';
    const isAboutCredentials = row.facet === 'authorization' || row.facet === 'made-up-token';
    // A refusal proves nothing where the request with the token failed too.
    const isUnproven = traffic === undefined && isAboutCredentials && operations.has(row.operation);
    return isUnproven || reasons.has(row.reason ?? '') ? 'failed' : 'other';
  };
  const open = requirements.filter(({ verdict }) => verdict === 'not-exercised');
  const byKind = groupBy(open, kindOf);
  return [...byKind].flatMap(([kind, rows]) =>
    [...groupBy(rows, ({ reason = 'no reason was recorded' }) => (kind === 'other' ? reason : ''))].map(
      ([reason, own]) => ({ kind, reason, rows: own }),
    ),
  );
}
