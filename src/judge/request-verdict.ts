import { requestPlace } from '../model/requirement.ts';
import { type SpotVerdict, verdictOf } from './verdicts.ts';

/** Verdicts on a request as a whole. */
export function requestVerdict(holds: boolean, expected: string, actual: string): SpotVerdict {
  return verdictOf(holds, () => ({ pointer: requestPlace, expected, actual }));
}
