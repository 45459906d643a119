import type {
  ComparedRun,
  Comparison,
  ComparisonSummary,
  Direction,
  Flip,
  Still,
  Unchanged,
  Unmatched,
} from '../model/comparison.ts';
import type { Report, RequirementResult } from '../model/report.ts';
import { identity } from '../model/requirement.ts';
import { flipOf, inOrder, stillOf } from './compare/flips.ts';
import { notesOf } from './compare/notes.ts';
import { observationChanges } from './compare/observations.ts';
import { comparisonReasons } from './compare/reasons.ts';
import { timingChanges } from './compare/timing.ts';
import { isInScope } from './gate.ts';
import { differencesOf } from './matrix/differences.ts';
import { tallyOf } from './results.ts';

/** Two reports that have nothing in common to compare. */
export class NotComparableError extends Error {
  override readonly name = 'NotComparableError';
}

export interface CompareOptions {
  /** Whether requirements that are only shown fail the comparison as well. */
  readonly strict: boolean;
}

function comparedRun({ run, target, tool, document, summary }: Report): ComparedRun {
  return {
    runId: run.id,
    startedAt: run.startedAt,
    baseUrl: target.baseUrl,
    tool: `${tool.name} ${tool.version}`,
    schemas: document.sha256,
    outcome: summary.outcome,
    exitCode: summary.exitCode,
    reason: summary.reasons[0] ?? '',
  };
}

interface Pair {
  readonly before: RequirementResult;
  readonly after: RequirementResult;
}

function unmatched(requirements: readonly RequirementResult[], other: Report): readonly Unmatched[] {
  const known = new Set(other.requirements.map(({ id }) => id));
  return requirements
    .filter(({ id }) => !known.has(id))
    .map((requirement) => ({ ...identity(requirement), verdict: requirement.verdict }));
}

/** Requirements of both reports, in document order of the later one. */
function pairs(before: Report, after: Report): readonly Pair[] {
  const earlier = new Map(before.requirements.map((requirement) => [requirement.id, requirement]));
  return after.requirements.flatMap((requirement) => {
    const match = earlier.get(requirement.id);
    return match === undefined ? [] : [{ before: match, after: requirement }];
  });
}

function unchangedOf(both: readonly Pair[]): Unchanged {
  const same = both.filter(
    ({ before, after }) => before.verdict === after.verdict && before.strength === after.strength,
  );
  return tallyOf(same.map(({ after }) => after));
}

function assertComparable(before: Report, after: Report, comparable: readonly Pair[]): void {
  if (comparable.length > 0) return;
  const words = ({ run }: Report) => run.scope.operations.join(' and ') || 'no operation';
  throw new NotComparableError(
    `the reports have no requirement in common that both runs had in scope (${words(before)} before, ${words(after)} after)`,
  );
}

interface Changes {
  readonly flips: readonly Flip[];
  /** What only follows from a flip. */
  readonly consequences: readonly Flip[];
  readonly still: readonly Still[];
  readonly appeared: readonly Unmatched[];
  readonly vanished: readonly Unmatched[];
  readonly outOfScope: number;
  readonly unchanged: Unchanged;
}

function verdictOf(worse: number, better: number): ComparisonSummary['verdict'] {
  if (worse > 0) return better > 0 ? 'mixed' : 'worse';
  return better > 0 ? 'better' : 'same';
}

function summaryOf(changes: Changes, strict: boolean): ComparisonSummary {
  const { flips, consequences, still: _, appeared, vanished, ...counts } = changes;
  const fails = [...flips, ...consequences].some(({ gates }) => gates);
  const count = (direction: Direction) => flips.filter((flip) => flip.direction === direction).length;
  return {
    outcome: fails ? 'worse' : 'not-worse',
    exitCode: fails ? 1 : 0,
    verdict: verdictOf(count('worse'), count('better')),
    reasons: comparisonReasons(flips, { fails, strict }),
    strict,
    worse: count('worse'),
    better: count('better'),
    other: count('other'),
    consequences: consequences.length,
    appeared: appeared.length,
    vanished: vanished.length,
    ...counts,
  };
}

/**
 * What changed from one report to the other. Pure. Requirements that only one run had in scope are counted, not
 * compared: what nobody asked for did not get worse.
 *
 * @throws NotComparableError when no requirement was in the scope of both
 */
export function compareReports(before: Report, after: Report, { strict }: CompareOptions): Comparison {
  const matched = pairs(before, after);
  const compared = matched.filter(
    ({ after: requirement }) =>
      isInScope(requirement, before.run.scope, after.operations) &&
      isInScope(requirement, after.run.scope, after.operations),
  );
  assertComparable(before, after, compared);
  const verdicts = new Map(after.requirements.map(({ id, verdict }) => [id, verdict]));
  const all = compared.flatMap((pair) => flipOf(pair, { before, after, strict, verdicts }) ?? []);
  const differences = differencesOf(
    compared.map((pair) => ({ id: pair.after.id, cells: [pair.before, pair.after], columns: [] })),
  );
  const follows = ({ id }: Flip) => differences.get(id) === 'consequence';
  const changes: Changes = {
    flips: inOrder(all.filter((flip) => !follows(flip))),
    consequences: all.filter(follows),
    still: compared.flatMap((pair) => stillOf(pair, { before, after }) ?? []),
    appeared: unmatched(after.requirements, before),
    vanished: unmatched(before.requirements, after),
    outOfScope: matched.length - compared.length,
    unchanged: unchangedOf(compared),
  };
  return {
    formatVersion: 1,
    before: comparedRun(before),
    after: comparedRun(after),
    summary: summaryOf(changes, strict),
    notes: notesOf(before, after, changes.outOfScope),
    flips: changes.flips,
    still: changes.still,
    appeared: changes.appeared,
    vanished: changes.vanished,
    observations: observationChanges(before, after),
    timing: timingChanges(before, after),
  };
}
