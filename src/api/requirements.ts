import type { Requirement } from '../model/requirement.ts';
import { contract } from '../operations/index.ts';

/** Every requirement, in document order. Ids are permanent. */
export function requirements(): readonly Requirement[] {
  return contract.requirements.map(({ check, origin, ...requirement }) => requirement);
}
