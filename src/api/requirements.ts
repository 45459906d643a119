import { requirements as contract } from '../contract/requirements.ts';
import type { Requirement } from '../model/requirement.ts';

/** Every requirement, in document order: the PUT's, then the DELETE's. Ids are permanent. */
export function requirements(): readonly Requirement[] {
  return contract.map(({ check, origin, ...requirement }) => requirement);
}
