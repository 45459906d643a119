import type { Report, RequirementResult } from '../../schemas/types.ts';
import { groupBy } from '../model/group-by.ts';
import { isProtectionUnknown } from './protection.ts';

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
