import type { OperationSummary, Report, RequirementResult, Scope } from '../../schemas/types.ts';
import type { Requirement } from '../model/requirement.ts';
import { joined } from '../text/plural.ts';

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

/** What the gate asks for and was not checked; what a waiver covers is no gap. */
export function missedIn({
  requirements,
  run,
  operations,
}: Pick<Report, 'requirements' | 'run' | 'operations'>): readonly RequirementResult[] {
  return requirements.filter(
    (one) =>
      one.verdict === 'not-exercised' &&
      one.waiver === undefined &&
      mustBeExercised(one, run.scope, operations),
  );
}

type Scoped = Pick<Report, 'run' | 'operations' | 'traffic'>;

/** Whether a requirement counts in what is said of a report: of traffic, which has no plan, operations alone are chosen. */
export function countsIn({ run: { scope }, operations, traffic }: Scoped): (one: Requirement) => boolean {
  return (one) =>
    traffic === undefined ? isInScope(one, scope, operations) : scope.operations.includes(one.operation);
}

/** What a verdict is about: `the service`, or `the DELETE` and `; the PUT was not in scope`. */
export function scopeWordsOf({ run: { scope }, operations, traffic }: Scoped) {
  const methods = (isChosen: boolean) =>
    joined(
      operations.flatMap(({ name, method }) => (scope.operations.includes(name) === isChosen ? method : [])),
    );
  const others = methods(false);
  const isWithAll = traffic !== undefined || scope.unauthorized;
  const and = others === '' ? '' : `the ${others}${isWithAll ? '' : ' and '}`;
  const left = isWithAll ? `${and} was` : `${and}unauthorised requests were`;
  return {
    subject: others === '' ? 'the service' : `the ${methods(true)}`,
    leftOut: isWithAll && others === '' ? '' : `; ${left} not in scope`,
  };
}
