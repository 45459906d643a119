import type {
  ComparedRun,
  Comparison,
  ComparisonSummary,
  Direction,
  Flip,
  Report,
  RequirementResult,
  Still,
  Unmatched,
  Verdict,
} from '../../schemas/types.ts';
import { identity, isGated } from '../model/requirement.ts';
import { joined, plural } from '../text/plural.ts';
import { notesOf, observationChanges } from './compare-runs.ts';
import { differencesOf, judgedRun, shapeOf, standing } from './differences.ts';
import { counted, naming } from './gate.ts';
import { tallyOf } from './results.ts';
import { isInScope } from './scope.ts';

/**
 * A comparison gates, an earlier report informs: `compare` exits 1 when something required got worse; `run
 * --previous` only reports it, so that the exit code of a run is the same with and without.
 */

/** Two reports that have nothing in common to compare. */
export class NotComparableError extends Error {
  override readonly name = 'NotComparableError';
}

/** A requirement of both reports. */
interface Pair {
  readonly before: RequirementResult;
  readonly after: RequirementResult;
}

/** The two reports. */
interface ReportPair {
  readonly before: Report;
  readonly after: Report;
  /** Whether requirements that are only shown fail the comparison as well. */
  readonly strict: boolean;
}

function comparedRun(report: Report): ComparedRun {
  const { run, target } = report;
  return { runId: run.id, startedAt: run.startedAt, baseUrl: target.baseUrl, ...judgedRun(report) };
}

function unmatched({ requirements }: Report, other: Report): readonly Unmatched[] {
  const known = new Set(other.requirements.map(({ id }) => id));
  return requirements
    .filter(({ id }) => !known.has(id))
    .map((requirement) => ({ ...identity(requirement), verdict: requirement.verdict }));
}

/** What deviated before the run of a report, which did not see it. */
export function unseenBefore({ change }: Report): readonly string[] {
  return change?.unseen.map(({ id }) => id) ?? [];
}

/** Requirements of both reports, in document order of the later one. What the earlier did not see deviates there as before. */
function pairs({ before, after }: ReportPair): readonly Pair[] {
  const earlier = new Map(before.requirements.map((requirement) => [requirement.id, requirement]));
  const unseen = new Set(unseenBefore(before));
  return after.requirements.flatMap((requirement) => {
    const match = earlier.get(requirement.id);
    if (match === undefined) return [];
    const isKnown = unseen.has(match.id) && requirement.verdict !== 'not-exercised';
    return [{ before: isKnown ? { ...match, verdict: 'deviates' } : match, after: requirement }];
  });
}

function isAsBefore({ before, after }: Pair): boolean {
  return before.verdict === after.verdict && before.strength === after.strength;
}

/**
 * What is newly waived deviates, but somebody accepted it with a reason and a date: as in a run, that does not fail.
 * The same holds for what was not exercised because of a waived requirement, or may be missing from recorded traffic.
 *
 * @param mayBeOpen whether it is no gap that the requirement was not exercised
 */
function directionOf(before: Verdict, after: Verdict, mayBeOpen: boolean): Direction {
  if (after === 'conforms')
    return before === 'conforms' || (before === 'not-exercised' && mayBeOpen) ? 'other' : 'better';
  if (after === 'deviates') return before === 'deviates' ? 'other' : 'worse';
  if (after === 'not-exercised' && before === 'conforms' && !mayBeOpen) return 'worse';
  return 'other';
}

/** Nobody planned recorded traffic, so only what --require names has to occur in it. */
function mayBeMissing({ id }: RequirementResult, { after: { traffic, run } }: ReportPair): boolean {
  return traffic !== undefined && run.scope.required?.includes(id) !== true;
}

function flipOf({ before, after }: Pair, sides: ReportPair): Flip {
  const cause = sides.after.requirements.find(({ id }) => id === after.because);
  const isCovered = after.waiver !== undefined || cause?.verdict === 'waived';
  const direction = directionOf(before.verdict, after.verdict, isCovered || mayBeMissing(after, sides));
  return {
    ...identity(after),
    direction,
    gates: direction === 'worse' && isGated(after, sides),
    before: standing(before, sides.before),
    after: standing(after, sides.after),
  };
}

/** A requirement that deviates in both reports. */
function stillOf({ before, after }: Pair, sides: ReportPair): Still {
  const [was, is] = [standing(before, sides.before), standing(after, sides.after)];
  const { actual: value = is.seen?.actual } = was.seen ?? {};
  const isOtherValue = shapeOf(value ?? '') !== shapeOf(is.seen?.actual ?? '');
  return { ...identity(after), before: was, after: is, isOtherValue };
}

function rank({ direction, gates }: Flip): number {
  if (direction === 'worse') return gates ? 0 : 1;
  return direction === 'better' ? 2 : 3;
}

function worseReasons(flips: readonly Flip[]): readonly string[] {
  return (['stated', 'shown'] as const).flatMap((strength) => {
    const worse = flips.filter((flip) => flip.direction === 'worse' && flip.strength === strength);
    const gate = worse.some(({ gates }) => gates) ? '' : ', which fails only under --strict';
    return naming(worse, (count) => `${counted(count, strength, 'got worse')}${gate}`);
  });
}

/** The decisive reason first. Where nothing got worse, not even what fails only under --strict, it says so first. */
function reasonsOf(flips: readonly Flip[], fails: boolean, strict: boolean): readonly string[] {
  const worse = worseReasons(flips);
  const none = fails ? [] : [`no requirement ${strict ? '' : 'of the document '}got worse`];
  const better = flips.filter(({ direction }) => direction === 'better');
  return [
    ...(worse.length > 0 ? [...worse, ...none] : none),
    ...naming(better, (count) => `${plural(count, 'requirement')} got better`),
  ];
}

type ListedChanges = Pick<Comparison, 'flips' | 'appeared' | 'vanished'>;
type ChangeCounts = Pick<ComparisonSummary, 'outOfScope' | 'unchanged'>;

/** @param consequences what only follows from a flip */
function summaryOf(
  { flips, appeared, vanished }: ListedChanges,
  consequences: readonly Flip[],
  counts: ChangeCounts,
  strict: boolean,
): ComparisonSummary {
  const fails = [...flips, ...consequences].some(({ gates }) => gates);
  const count = (wanted: Direction) => flips.filter(({ direction }) => direction === wanted).length;
  const [worse, better] = [count('worse'), count('better')];
  const changed = worse > 0 ? 'worse' : better > 0 ? 'better' : 'same';
  return {
    outcome: fails ? 'worse' : 'not-worse',
    exitCode: fails ? 1 : 0,
    verdict: worse > 0 && better > 0 ? 'mixed' : changed,
    reasons: reasonsOf(flips, fails, strict),
    strict,
    worse,
    better,
    other: count('other'),
    consequences: consequences.length,
    appeared: appeared.length,
    vanished: vanished.length,
    ...counts,
  };
}

/** What both runs had in scope. @throws NotComparableError for nothing */
function inBothScopes(matched: readonly Pair[], { before, after }: ReportPair): readonly Pair[] {
  const isAsked = (row: RequirementResult, { run }: Report) => isInScope(row, run.scope, after.operations);
  // What deviated before the earlier run counts whatever its scope was.
  const known = new Set(unseenBefore(before));
  // Of the runs of one operation and of two, one may have too few responses of which two could be equal.
  const isOther = before.run.scope.operations.length !== after.run.scope.operations.length;
  const isOpen = (pair: Pair) =>
    pair.before.verdict === 'not-exercised' || pair.after.verdict === 'not-exercised';
  const compared = matched.filter((pair) => {
    const { after: row } = pair;
    if (isOther && row.facet === 'uniqueness' && isOpen(pair)) return false;
    return isAsked(row, after) && (known.has(row.id) || isAsked(row, before));
  });
  if (compared.length > 0) return compared;
  const words = ({ run }: Report) => joined(run.scope.operations) || 'no operation';
  throw new NotComparableError(
    `the reports have no requirement in common that both runs had in scope (${words(before)} before, ${words(after)} after)`,
  );
}

/**
 * What changed from one report to the other. Pure. Requirements that only one run had in scope are counted, not
 * compared: what nobody asked for did not get worse.
 *
 * @throws NotComparableError when no requirement was in the scope of both
 */
export function compareReports(
  before: Report,
  after: Report,
  { strict }: Pick<ReportPair, 'strict'>,
): Comparison {
  const sides = { before, after, strict };
  const matched = pairs(sides);
  const compared = inBothScopes(matched, sides);
  const outOfScope = matched.length - compared.length;
  const differences = differencesOf(
    compared.map((pair) => ({ id: pair.after.id, cells: [pair.before, pair.after] })),
  );
  const isConsequence = ({ id }: Flip) => differences.get(id) === 'consequence';
  const changed = compared.filter((pair) => !isAsBefore(pair)).map((pair) => flipOf(pair, sides));
  const isStill = (pair: Pair) => pair.before.verdict === 'deviates' && pair.after.verdict === 'deviates';
  const lists = {
    // The most important first; document order among equals.
    flips: changed.filter((flip) => !isConsequence(flip)).sort((left, right) => rank(left) - rank(right)),
    still: compared.filter(isStill).map((pair) => stillOf(pair, sides)),
    appeared: unmatched(after, before),
    vanished: unmatched(before, after),
  };
  const unchanged = tallyOf(compared.filter(isAsBefore).map((pair) => pair.after));
  return {
    formatVersion: 1,
    before: comparedRun(before),
    after: comparedRun(after),
    summary: summaryOf(lists, changed.filter(isConsequence), { outOfScope, unchanged }, strict),
    notes: notesOf(before, after, outOfScope),
    ...lists,
    observations: observationChanges(before, after),
  };
}
