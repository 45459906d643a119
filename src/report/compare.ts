import type {
  Comparison,
  Direction,
  Flip,
  ObservationChange,
  Report,
  RequirementResult,
  Still,
  Unmatched,
  Verdict,
} from '../../schemas/types.ts';
import { identity, isGated } from '../model/requirement.ts';
import { joined, plural } from '../text/plural.ts';
import { answersOf, comparedRun, differ, notesOf, shapeOf, standing, targetName } from './differences.ts';
import { tallyOf } from './results.ts';
import { isInScope } from './scope.ts';

/**
 * A comparison gates, an earlier report informs: `compare` exits 1 when something required got worse; `run
 * --previous` only reports it, so that the exit code of a run is the same with and without.
 */

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

/**
 * What changed from one report to the other. Requirements that only one run had in scope are counted, not compared: what
 * nobody asked for did not get worse.
 *
 * @returns why they cannot be compared, where no requirement was in the scope of both
 */
export function compareReports(
  before: Report,
  after: Report,
  { strict }: Pick<ReportPair, 'strict'>,
): Comparison | string {
  const sides = { before, after, strict };
  const matched = pairsOf(sides);
  const pairs = inBothScopes(matched, sides);
  if (pairs.length === 0) {
    const words = ({ run }: Report) => joined(run.scope.operations) || 'no operation';
    return `the reports have no requirement in common that both runs had in scope (${words(before)} before, ${words(after)} after)`;
  }
  const { flips, consequences } = flipsOf(pairs, sides);
  const still = pairs
    .filter((pair) => pair.before.verdict === 'deviates' && pair.after.verdict === 'deviates')
    .map((pair) => stillOf(pair, sides));
  const fails = [...flips, ...consequences].some(({ gates }) => gates);
  return {
    formatVersion: 1,
    before: comparedRun(before),
    after: comparedRun(after),
    summary: {
      outcome: fails ? 'worse' : 'not-worse',
      exitCode: fails ? 1 : 0,
      verdict: verdictOf(flips),
      sentence: sentenceOf(flips, still, becameOf(flips, before, after)),
      strict,
      consequences: consequences.length,
      outOfScope: matched.length - pairs.length,
      unchanged: tallyOf(pairs.filter(isAsBefore).map((pair) => pair.after)),
    },
    notes: pairNotes(before, after),
    flips,
    still,
    appeared: unmatched(after, before),
    vanished: unmatched(before, after),
    observations: observationChanges(before, after),
  };
}

/** What deviated before the run of a report, which did not see it. */
export function unseenBefore({ change }: Report): readonly string[] {
  return change?.unseen.map(({ id }) => id) ?? [];
}

/** Requirements of both reports, in document order of the later one. What the earlier did not see deviates there as before. */
function pairsOf({ before, after }: ReportPair): readonly Pair[] {
  const earlier = new Map(before.requirements.map((requirement) => [requirement.id, requirement]));
  const unseen = new Set(unseenBefore(before));
  return after.requirements.flatMap((requirement) => {
    const match = earlier.get(requirement.id);
    if (match === undefined) return [];
    const isKnown = unseen.has(match.id) && requirement.verdict !== 'not-exercised';
    return [{ before: isKnown ? { ...match, verdict: 'deviates' } : match, after: requirement }];
  });
}

/** What both runs had in scope. */
function inBothScopes(matched: readonly Pair[], { before, after }: ReportPair): readonly Pair[] {
  const isAsked = (row: RequirementResult, { run }: Report) => isInScope(row, run.scope, after.operations);
  // What deviated before the earlier run counts whatever its scope was.
  const known = new Set(unseenBefore(before));
  // Of the runs of one operation and of two, one may have too few responses of which two could be equal.
  const isOther = before.run.scope.operations.length !== after.run.scope.operations.length;
  const isOpen = (pair: Pair) =>
    pair.before.verdict === 'not-exercised' || pair.after.verdict === 'not-exercised';
  return matched.filter((pair) => {
    const { after: row } = pair;
    if (isOther && row.facet === 'uniqueness' && isOpen(pair)) return false;
    return isAsked(row, after) && (known.has(row.id) || isAsked(row, before));
  });
}

function isAsBefore({ before, after }: Pair): boolean {
  return before.verdict === after.verdict && before.strength === after.strength;
}

/** What has another verdict than before, the most important first; apart from it what only follows from that. */
function flipsOf(pairs: readonly Pair[], sides: ReportPair) {
  const turned = new Set(
    pairs.flatMap(({ before, after }) => (before.verdict === after.verdict ? [] : after.id)),
  );
  // It conforms where it was checked, and was not checked in the other run because of one that turned.
  const follows = ({ verdict, because = '' }: RequirementResult) =>
    verdict === 'conforms' || (verdict === 'not-exercised' && turned.has(because));
  const isConsequence = ({ before, after }: Pair) =>
    turned.has(after.id) && follows(before) && follows(after);
  const changed = pairs.filter((pair) => !isAsBefore(pair));
  const own = changed.filter((pair) => !isConsequence(pair)).map((pair) => flipOf(pair, sides));
  const rank = ({ direction, gates }: Flip) =>
    ['worse', 'better', 'other'].indexOf(direction) - (gates ? 1 : 0);
  return {
    flips: own.sort((left, right) => rank(left) - rank(right)),
    consequences: changed.filter(isConsequence).map((pair) => flipOf(pair, sides)),
  };
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

/** Nobody planned recorded traffic, so only what --require names has to occur in it. */
function mayBeMissing({ id }: RequirementResult, { after: { traffic, run } }: ReportPair): boolean {
  return traffic !== undefined && run.scope.required?.includes(id) !== true;
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

function verdictOf(flips: readonly Flip[]): Comparison['summary']['verdict'] {
  const has = (wanted: Direction) => flips.some(({ direction }) => direction === wanted);
  if (has('worse')) return has('better') ? 'mixed' : 'worse';
  return has('better') ? 'better' : 'same';
}

/** A requirement that deviates in both reports. */
function stillOf({ before, after }: Pair, sides: ReportPair): Still {
  const [was, is] = [standing(before, sides.before), standing(after, sides.after)];
  const { actual: value = is.seen?.actual } = was.seen ?? {};
  const isOtherValue = shapeOf(value ?? '') !== shapeOf(is.seen?.actual ?? '');
  return { ...identity(after), before: was, after: is, isOtherValue };
}

function unmatched({ requirements }: Report, other: Report): readonly Unmatched[] {
  const known = new Set(other.requirements.map(({ id }) => id));
  return requirements
    .filter(({ id }) => !known.has(id))
    .map((requirement) => ({ ...identity(requirement), verdict: requirement.verdict }));
}

/** What became of requirements: their ids. */
export function becameOf(flips: readonly Flip[], before: Report, after: Report) {
  const ids = (applies: (flip: Flip) => boolean) => flips.filter(applies).map(({ id }) => id);
  const idsIn = ({ requirements }: Report, applies: (row: RequirementResult) => boolean) =>
    requirements.filter(applies).map(({ id }) => id);
  const appeared = ids((flip) => flip.after.verdict === 'deviates' && flip.before.verdict !== 'deviates');
  const wasFixed = new Set(before.change?.fixed);
  const wasOpen = new Set(idsIn(before, ({ verdict }) => verdict === 'not-exercised'));
  const deviated = new Set([
    ...idsIn(before, ({ verdict }) => verdict === 'deviates'),
    ...unseenBefore(before),
  ]);
  return {
    appeared,
    returned: appeared.filter((id) => wasFixed.has(id)),
    uncovered: appeared.filter((id) => wasOpen.has(id)),
    fixed: ids(
      ({ before: was, after: is }) =>
        is.verdict === 'conforms' && (was.verdict === 'deviates' || was.verdict === 'waived'),
    ),
    flaky: idsIn(after, ({ verdict, counts }) => verdict === 'deviates' && counts.conforms > 0),
    lost: ids(
      ({ direction, before: was, after: is }) =>
        is.verdict === 'not-exercised' && (direction === 'worse' || was.verdict === 'waived'),
    ),
    // It is neither fixed nor, when it is seen again, new.
    unseen: idsIn(after, ({ id, verdict }) => verdict === 'not-exercised' && deviated.has(id)),
  };
}

/** `1 new deviation, 2 fixed`: the worst first. */
function sentenceOf(
  flips: readonly Flip[],
  still: readonly Still[],
  { appeared, returned, uncovered, fixed, flaky, lost, unseen }: ReturnType<typeof becameOf>,
): string {
  const isNowKnown = ({ direction, before }: Flip) =>
    direction === 'better' && before.verdict === 'not-exercised';
  const clauses: readonly (readonly [count: number, words: (count: number) => string])[] = [
    [appeared.length - returned.length - uncovered.length, (count) => plural(count, 'new deviation')],
    [returned.length, (count) => `${plural(count, 'deviation')} back after being fixed`],
    [uncovered.length, (count) => `${plural(count, 'deviation')} in what was not checked then`],
    [lost.length, (count) => `${count} no longer checked`],
    [unseen.length, (count) => `${plural(count, 'earlier deviation')} not checked`],
    [fixed.length, (count) => `${count} fixed`],
    [
      flips.filter(isNowKnown).length,
      (count) => `${plural(count, 'more requirement')} checked and conforming`,
    ],
    [still.length, (count) => `${plural(count, 'deviation')} as before`],
    [
      still.filter(({ isOtherValue }) => isOtherValue).length,
      (count) => `${count} of them with another value`,
    ],
    [flaky.length, (count) => `${count} in some responses only`],
  ];
  return clauses.flatMap(([count, words]) => (count > 0 ? words(count) : [])).join(', ') || 'nothing changed';
}

/** What a reader should know of the pair, one sentence each. */
function pairNotes(before: Report, after: Report): readonly string[] {
  const [was, is] = [before.run, after.run];
  const isReversed = Date.parse(is.startedAt) < Date.parse(was.startedAt);
  const targets = [targetName(before), targetName(after)];
  const both = [before, after].map(({ document, run }) => ({
    schemas: document.sha256,
    scope: JSON.stringify(run.scope),
    cut: run.cut,
  }));
  return [
    ...(was.id === is.id ? ['both reports are of the same run'] : []),
    ...(isReversed ? ['the second run started before the first: are they in the right order?'] : []),
    ...(targets[0] === targets[1] ? [] : [`the runs judged different targets: ${targets.join(' and ')}`]),
    ...notesOf(both),
  ];
}

/** Answers to open questions that differ; in the order of the later report, then those that are gone. */
function observationChanges(
  { observations: was }: Report,
  { observations: is }: Report,
): readonly ObservationChange[] {
  return answersOf([was, is], [is, was, is]).flatMap(({ answers, ...one }) => {
    const [before = null, after = null] = answers;
    return differ(answers) ? { ...one, before, after } : [];
  });
}
