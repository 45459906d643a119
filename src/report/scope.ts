import type { OperationSummary, Scope } from '../model/report.ts';
import type { Requirement } from '../model/requirement.ts';

/** Whether a requirement belongs to what the operator chose to have judged. */
export function isInScope(
  { operation, facet, place }: Requirement,
  scope: Scope,
  operations: readonly OperationSummary[],
): boolean {
  if (!scope.operations.includes(operation)) return false;
  if (facet === 'authorization' || facet === 'made-up-token') return scope.unauthorized;
  const flags = operations.find(({ name }) => name === operation)?.flags ?? [];
  return !flags.some((flag) => scope[flag.name] === false && place?.startsWith(flag.place) === true);
}

/**
 * Whether the gate asks for a verdict on a requirement: stated, and in what the operator chose. A made-up token that is
 * neither served nor refused leaves nothing incomplete, as the request without the header says enough. What clients did
 * not send is no gap.
 */
export function mustBeExercised(
  requirement: Requirement,
  scope: Scope,
  operations: readonly OperationSummary[],
): boolean {
  const { id, strength, facet, side } = requirement;
  if (scope.required !== undefined) return scope.required.includes(id);
  if (side === 'request') return false;
  return strength === 'stated' && facet !== 'made-up-token' && isInScope(requirement, scope, operations);
}
