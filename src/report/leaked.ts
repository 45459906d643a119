import { type Exchange, maskedPlace } from '../model/exchange.ts';
import type { RequirementResult } from '../model/report.ts';
import { maskedThere } from '../reading/skipped.ts';
import { joined } from '../text/plural.ts';
import type { Basis } from './conclusion.ts';
import { isProtectionUnknown } from './protection.ts';

/** The secret that no response of a service may have, as it is named where it was masked; others may belong there. */
const accessToken = 'access token';

function placesOf({ masked }: Exchange): readonly string[] {
  const isLeak = ({ part, what }: Exchange['masked'][number]) =>
    what === accessToken && !part.startsWith('request');
  return masked.filter(isLeak).map(maskedPlace);
}

/** What the operators of the service have to do about an access token that came back; null where none did. */
export function leakWords({ exchanges }: Pick<Basis, 'exchanges'>): string | null {
  const places = [...new Set(exchanges.flatMap(placesOf))];
  return places.length === 0 ? null : `leave the access token out of responses (it was in ${joined(places)})`;
}

/** Stated requirements in scope that were not checked, and no deviation and no unclear refusal says why. */
export function unexplainedGaps({
  requirements,
  run,
}: Pick<Basis, 'requirements' | 'run'>): readonly RequirementResult[] {
  return requirements.filter(
    (row) =>
      row.verdict === 'not-exercised' &&
      row.strength === 'stated' &&
      row.because === undefined &&
      !isProtectionUnknown(row) &&
      run.scope.operations.includes(row.operation),
  );
}

/** Whether a token that came back is all that kept stated requirements from being checked. */
export function isMaskedAlone(basis: Basis): boolean {
  const open = unexplainedGaps(basis);
  return (
    leakWords(basis) !== null && open.length > 0 && open.every(({ reason }) => reason === maskedThere.reason)
  );
}
