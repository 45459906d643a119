import type { Direction, Flip, Standing, Still } from '../../model/comparison.ts';
import type { Verdict } from '../../model/finding.ts';
import type { Report, RequirementResult } from '../../model/report.ts';
import { identity } from '../../model/requirement.ts';
import { shapeOf } from './observations.ts';

interface FlipContext {
  readonly before: Report;
  readonly after: Report;
  readonly strict: boolean;
  /** Of the later report, by id. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

/**
 * What is newly waived deviates, but somebody accepted it with a reason and a date: as in a run, that does not fail.
 * The same holds for what was not exercised because of a waived requirement, or may be missing from recorded traffic.
 *
 * @param mayBeOpen whether it is no gap that the requirement was not exercised
 */
export function directionOf(before: Verdict, after: Verdict, mayBeOpen: boolean): Direction {
  if (after === 'conforms') return before === 'conforms' ? 'other' : 'better';
  if (after === 'deviates') return before === 'deviates' ? 'other' : 'worse';
  if (after === 'not-exercised' && before === 'conforms' && !mayBeOpen) return 'worse';
  return 'other';
}

/** Nobody planned recorded traffic, so only what --require names has to occur in it. */
function mayBeMissing({ id }: RequirementResult, { traffic, run }: Report): boolean {
  return traffic !== undefined && run.scope.required?.includes(id) !== true;
}

/** The verdict of a requirement in a report, with the first place of a deviation. */
export function standing(requirement: RequirementResult, report: Report): Standing {
  const { verdict, strength, reason, because, waiver, evidence, evidenceOmitted } = requirement;
  const [first] = verdict === 'deviates' || verdict === 'waived' ? evidence : [];
  const probe = report.exchanges.find(({ id }) => id === first?.exchange)?.probe ?? first?.exchange ?? '';
  return {
    verdict,
    strength,
    ...(reason === undefined ? {} : { reason }),
    ...(because === undefined ? {} : { because }),
    ...(waiver === undefined ? {} : { waiver }),
    ...(first === undefined
      ? {}
      : { seen: { probe, pointer: first.pointer, expected: first.expected, actual: first.actual } }),
    seenOmitted: first === undefined ? 0 : evidence.length - 1 + evidenceOmitted,
  };
}

/** Null where verdict and strength are as before. */
export function flipOf(
  {
    before: earlier,
    after: later,
  }: { readonly before: RequirementResult; readonly after: RequirementResult },
  { before, after, strict, verdicts }: FlipContext,
): Flip | null {
  if (earlier.verdict === later.verdict && earlier.strength === later.strength) return null;
  const byCause = later.because !== undefined && verdicts.get(later.because) === 'waived';
  const covered = byCause || later.waiver !== undefined;
  const mayBeOpen = covered || mayBeMissing(later, after);
  const direction = directionOf(earlier.verdict, later.verdict, mayBeOpen);
  return {
    ...identity(later),
    direction,
    gates: direction === 'worse' && (strict || later.strength === 'stated'),
    before: standing(earlier, before),
    after: standing(later, after),
  };
}

/** A requirement that deviates in both reports; null for any other. */
export function stillOf(
  { before, after }: { readonly before: RequirementResult; readonly after: RequirementResult },
  reports: { readonly before: Report; readonly after: Report },
): Still | null {
  if (before.verdict !== 'deviates' || after.verdict !== 'deviates') return null;
  const [was, is] = [standing(before, reports.before), standing(after, reports.after)];
  const isOtherValue = shapeOf(was.seen?.actual ?? '') !== shapeOf(is.seen?.actual ?? '');
  return { ...identity(after), before: was, after: is, isOtherValue };
}

function rank({ direction, gates }: Flip): number {
  if (direction === 'worse') return gates ? 0 : 1;
  return direction === 'better' ? 2 : 3;
}

/** The most important first; document order among equals. */
export function inOrder(flips: readonly Flip[]): readonly Flip[] {
  return [...flips].sort((left, right) => rank(left) - rank(right));
}
