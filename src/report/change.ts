import type {
  Change,
  Comparison,
  EarlierRun,
  Flip,
  Report,
  RequirementResult,
  Still,
  StillDeviating,
} from '../../schemas/types.ts';
import { plural } from '../text/plural.ts';
import { compareReports, NotComparableError, unseenBefore } from './compare.ts';
import { countsIn } from './scope.ts';

function earlierRun({ run }: Report, found: EarlierRun['found']): EarlierRun {
  return { runId: run.id, startedAt: run.startedAt, label: run.label ?? null, found };
}

/** Since when: as the earlier report says, else since the run of that report. */
function sinceOf(wanted: string, { run, change }: Report): StillDeviating['since'] {
  const known = [...(change?.still ?? []), ...(change?.unseen ?? [])].find(({ id }) => id === wanted);
  return known?.since ?? { startedAt: run.startedAt, label: run.label ?? null };
}

function stillDeviating({ id, isOtherValue, before, after }: Still, earlier: Report): StillDeviating {
  const value = isOtherValue ? { before: before.seen?.actual ?? '', after: after.seen?.actual ?? '' } : null;
  return { id, since: sinceOf(id, earlier), value };
}

/** What deviated when it was last checked, and was not checked now: it is neither fixed nor, when it is seen again, new. */
function unseenIn(before: Report, after: Report): Change['unseen'] {
  const deviating = new Set([
    ...before.requirements.flatMap(({ id, verdict }) => (verdict === 'deviates' ? id : [])),
    ...unseenBefore(before),
  ]);
  return after.requirements
    .filter(({ id, verdict }) => verdict === 'not-exercised' && deviating.has(id))
    .map(({ id }) => ({ id, since: sinceOf(id, before), value: null }));
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

const lead = { better: 'Better than', same: 'Same as', worse: 'Worse than', mixed: 'Mixed against' } as const;

function sentenceOf(
  verdict: keyof typeof lead,
  against: EarlierRun,
  lists: Pick<
    Change,
    'appeared' | 'returned' | 'uncovered' | 'fixed' | 'still' | 'lost' | 'unseen' | 'flaky'
  >,
  { checked, again, outside }: Readonly<Record<'checked' | 'again' | 'outside', number>>,
): string {
  const { appeared, fixed, still, lost, unseen, flaky } = lists;
  const [returned, uncovered] = [lists.returned.length, lists.uncovered.length];
  const others = still.filter(({ value }) => value !== null).length;
  const fresh = appeared.length - returned - uncovered;
  const before = still.length - again;
  const gone = lost.length + unseen.length - outside;
  const of = `among them ${plural(unseen.length - outside, 'earlier deviation')}`;
  const counts = [
    ...(fresh > 0 ? [plural(fresh, 'new deviation')] : []),
    ...(returned > 0 ? [`${plural(returned, 'deviation')} back after being fixed`] : []),
    ...(uncovered > 0 ? [`${plural(uncovered, 'deviation')} in what was not checked then`] : []),
    ...(gone > 0 ? [`${gone} no longer checked${unseen.length > outside ? `, ${of}` : ''}`] : []),
    ...(outside > 0 ? [`${plural(outside, 'earlier deviation')} not in the scope of this run`] : []),
    ...(fixed.length > 0 ? [`${fixed.length} fixed`] : []),
    ...(checked > 0 ? [`${plural(checked, 'more requirement')} checked and conforming`] : []),
    ...(before > 0 ? [`${plural(before, 'deviation')} as before`] : []),
    ...(again > 0 ? [`${plural(again, 'earlier deviation')} seen again`] : []),
    ...(others > 0 ? [`${others} of them with another value`] : []),
    ...(flaky.length > 0 ? [`${flaky.length} in some responses only`] : []),
  ];
  const changes = counts.length > 0 ? counts.join(', ') : 'nothing changed';
  return `${lead[verdict]} ${runWords(against)}: ${changes}`;
}

function idsOf({ requirements }: Report, wanted: RequirementResult['verdict']): ReadonlySet<string> {
  return new Set(requirements.flatMap(({ id, verdict }) => (verdict === wanted ? id : [])));
}

function fromComparison(
  comparison: Comparison,
  before: Report,
  after: Report,
  found: EarlierRun['found'],
): Change {
  const { flips, still: unchanged, summary, observations, notes } = comparison;
  const ids = (applies: (flip: Flip) => boolean) => flips.filter(applies).map(({ id }) => id);
  const deviated = ({ before: was }: Flip) => was.verdict === 'deviates' || was.verdict === 'waived';
  const against = earlierRun(before, found);
  const appeared = ids((flip) => flip.after.verdict === 'deviates' && flip.before.verdict !== 'deviates');
  const wasFixed = new Set(before.change?.fixed);
  const wasOpen = idsOf(before, 'not-exercised');
  const lists = {
    appeared,
    returned: appeared.filter((id) => wasFixed.has(id)),
    uncovered: appeared.filter((id) => wasOpen.has(id)),
    fixed: ids((flip) => flip.after.verdict === 'conforms' && deviated(flip)),
    still: unchanged.map((one) => stillDeviating(one, before)),
    flaky: after.requirements
      .filter(({ verdict, counts }) => verdict === 'deviates' && counts.conforms > 0)
      .map(({ id }) => id),
    lost: ids(
      ({ direction, before: was, after: is }) =>
        is.verdict === 'not-exercised' && (direction === 'worse' || was.verdict === 'waived'),
    ),
    unseen: unseenIn(before, after),
  };
  const checked = flips.filter(
    ({ direction, before: was }) => direction === 'better' && was.verdict === 'not-exercised',
  );
  const counted = countsIn(after);
  const inScope = new Set(after.requirements.flatMap((one) => (counted(one) ? one.id : [])));
  const finer = {
    checked: checked.length,
    again: lists.still.filter(({ id }) => wasOpen.has(id)).length,
    outside: lists.unseen.filter(({ id }) => !inScope.has(id)).length,
  };
  return {
    verdict: summary.verdict,
    sentence: sentenceOf(summary.verdict, against, lists, finer),
    against,
    ...lists,
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

/** What changed from an earlier report to this one. Decides nothing. */
export function changeOf(before: Report, after: Report, found: EarlierRun['found']): Change {
  try {
    const comparison = compareReports(before, after, { strict: after.run.options.strict });
    return fromComparison(comparison, before, after, found);
  } catch (error) {
    if (!(error instanceof NotComparableError)) throw error;
    return notComparable(error.message, earlierRun(before, found));
  }
}

/** Whether an earlier report is of the same target and the same scope, so that nobody has to name it. */
export function isOfTheSame(before: Report, after: Report): boolean {
  const { target: was } = before;
  const { target: is } = after;
  const sameTarget = was.reference === is.reference && (is.reference || was.baseUrl === is.baseUrl);
  return sameTarget && JSON.stringify(before.run.scope) === JSON.stringify(after.run.scope);
}

/** The report with what changed, and its conclusion with the sentence about it. */
export function withChange(report: Report, change: Change | null): Report {
  return { ...report, change, conclusion: { ...report.conclusion, changed: change?.sentence ?? null } };
}
