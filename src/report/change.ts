import type { Change, EarlierRun, Report } from '../../schemas/types.ts';
import { becameOf, compareReports } from './compare.ts';
import { targetName } from './differences.ts';

const lead = { better: 'Better than', same: 'Same as', worse: 'Worse than', mixed: 'Mixed against' } as const;

/** What changed from an earlier report to this one. Decides nothing. */
export function changeOf(before: Report, after: Report, found: EarlierRun['found']): Change {
  const { id: runId, startedAt, label = null } = before.run;
  const against = { runId, startedAt, label, found };
  const comparison = compareReports(before, after, after.run.options);
  if (typeof comparison === 'string') return notComparable(comparison, against);
  const { summary, flips, still, observations, notes } = comparison;
  const { appeared, returned, uncovered, fixed, flaky, lost, unseen } = becameOf(flips, before, after);
  return {
    verdict: summary.verdict,
    sentence: `${lead[summary.verdict]} ${runWords(against)}: ${summary.sentence}`,
    against,
    appeared,
    returned,
    uncovered,
    fixed,
    still: still.map(({ id, isOtherValue, before: was, after: is }) => ({
      id,
      since: sinceOf(id, before),
      value: isOtherValue ? { before: was.seen?.actual ?? '', after: is.seen?.actual ?? '' } : null,
    })),
    flaky,
    lost,
    unseen: unseen.map((id) => ({ id, since: sinceOf(id, before), value: null })),
    consequences: summary.consequences,
    observations,
    notes: [...notes, ...goneNotes(before, after)],
  };
}

/** That there is nothing to compare with, or that the two have nothing in common. */
export function notComparable(why: string, against: EarlierRun | null = null): Change {
  return {
    verdict: 'not-comparable',
    sentence: `Not comparable: ${why}`,
    against,
    appeared: [],
    returned: [],
    uncovered: [],
    fixed: [],
    still: [],
    flaky: [],
    lost: [],
    unseen: [],
    consequences: 0,
    observations: [],
    notes: [],
  };
}

/** Since when: as the earlier report says, else since the run of that report. */
function sinceOf(wanted: string, { run, change }: Report): Change['still'][number]['since'] {
  const known = [...(change?.still ?? []), ...(change?.unseen ?? [])].find(({ id }) => id === wanted);
  return known?.since ?? { startedAt: run.startedAt, label: run.label ?? null };
}

/** `run 5d0c of 2026-03-01, build 4f1c9aa`; that its report is replaced where nobody named it. */
function runWords({ runId, startedAt, label, found }: EarlierRun): string {
  const build = label === null ? '' : `, ${buildWords(label)}`;
  const replaced = found === 'replaced' ? ' (report replaced)' : '';
  return `run ${runId} of ${startedAt.slice(0, 10)}${build}${replaced}`;
}

/** A commit is named by its first characters; a name such as `build-228` says what it is. */
export function buildWords(label: string): string {
  const short = /^[0-9a-f]{40,64}$/i.test(label) ? label.slice(0, 10) : label;
  return /^build/i.test(short) ? short : `build ${short}`;
}

/** That requests did not find what an earlier run removed: the one before, or one that its report names. */
function goneNotes({ effects, run, change }: Report, { operations, exchanges }: Report): readonly string[] {
  const notes = exchanges.flatMap(({ operation, request, response }) => {
    const { removes = '', noun, confirmed } = operations.find(({ name }) => name === operation)?.effect ?? {};
    const { [removes]: id } = request.addressed;
    if (id === undefined || ![404, 410].includes(response?.status ?? 0)) return [];
    const words = `the ${noun} ${id} was not found, because it was ${confirmed} by run`;
    const isOwn = effects.some((one) => one.id === id && one.state === 'confirmed');
    return isOwn ? `${words} ${run.id}` : (change?.notes.filter((note) => note.startsWith(words)) ?? []);
  });
  return [...new Set(notes)];
}

/** Whether an earlier report is of the same target and the same scope, so that nobody has to name it. */
export function isOfTheSame(before: Report, after: Report): boolean {
  const isOneTarget = targetName(before) === targetName(after);
  return isOneTarget && JSON.stringify(before.run.scope) === JSON.stringify(after.run.scope);
}

/** The report with what changed, and its conclusion with the sentence about it. */
export function withChange(report: Report, change: Change | null): Report {
  return { ...report, change, conclusion: { ...report.conclusion, changed: change?.sentence ?? null } };
}
