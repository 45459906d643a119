import type { ObservationChange, Report } from '../../schemas/types.ts';
import { plural } from '../text/plural.ts';
import { differingAnswers, targetName } from './differences.ts';

/** What differs between two runs besides verdicts, and decides nothing. */

function schemasNote(before: Report, after: Report): string | null {
  if (before.document.sha256 === after.document.sha256) return null;
  return `the runs were judged by different schemas (${before.tool.version} before, ${after.tool.version} after): a change may come from them`;
}

function scopeNote(before: Report, after: Report, outOfScope: number): string | null {
  if (JSON.stringify(before.run.scope) === JSON.stringify(after.run.scope)) return null;
  return `the runs differ in scope, so ${plural(outOfScope, 'requirement')} ${outOfScope === 1 ? 'was' : 'were'} not compared`;
}

function orderNote({ run: before }: Report, { run: after }: Report): string | null {
  if (before.id === after.id) return 'both reports are of the same run';
  const isReversed = Date.parse(after.startedAt) < Date.parse(before.startedAt);
  return isReversed ? 'the second run started before the first: are they in the right order?' : null;
}

function targetNote(before: Report, after: Report): string | null {
  const isSame = before.target.baseUrl === after.target.baseUrl;
  if (isSame || (before.target.reference && after.target.reference)) return null;
  return `the runs judged different targets: ${targetName(before)} and ${targetName(after)}`;
}

/** What a reader should know before trusting a flip, one sentence each. */
export function notesOf(before: Report, after: Report, outOfScope: number): readonly string[] {
  const cut = (['first', 'second'] as const).filter((_, at) => [before, after][at]?.run.cut === true);
  return [
    orderNote(before, after),
    targetNote(before, after),
    schemasNote(before, after),
    scopeNote(before, after, outOfScope),
    ...cut.map((which) => `the ${which} run was interrupted: what came after is missing`),
  ].filter((note) => note !== null);
}

/** Answers to open questions that differ; in the order of the later report, then those that are gone. */
export function observationChanges(before: Report, after: Report): readonly ObservationChange[] {
  const [was, is] = [before.observations, after.observations];
  return differingAnswers([was, is], [is, was, is]).map(
    ({ answers: [first = null, second = null], ...one }) => ({
      ...one,
      before: first,
      after: second,
    }),
  );
}
