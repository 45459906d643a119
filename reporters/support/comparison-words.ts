import type {
  ComparedRun,
  Comparison,
  Direction,
  Duration,
  Flip,
  Standing,
  TimingChange,
  Unchanged,
} from '../../src/model/comparison.ts';
import { placeWords } from './row-text.ts';
import { type Mark, markWords, moment, plural } from './words.ts';

/** The groups of a comparison in the order of every format. */
export const directions: readonly { readonly direction: Direction; readonly heading: string }[] = [
  { direction: 'worse', heading: 'Got worse' },
  { direction: 'better', heading: 'Got better' },
  { direction: 'other', heading: 'Changed otherwise' },
];

export function flipsOf({ flips }: Comparison, direction: Direction): readonly Flip[] {
  return flips.filter((flip) => flip.direction === direction);
}

export function standingMark({ verdict, strength }: Pick<Standing, 'verdict' | 'strength'>): Mark {
  return verdict === 'deviates' && strength === 'shown' ? 'shown-deviates' : verdict;
}

/** `WORSE (exit 1): 2 stated requirements got worse: …`; the decisive reason only. */
export function comparisonLine({ summary }: Comparison): string {
  const word = summary.outcome === 'worse' ? 'WORSE' : 'NOT WORSE';
  return `${word} (exit ${summary.exitCode}): ${summary.reasons[0] ?? 'no reason was recorded'}`;
}

/** `conforms → not exercised`, and the strength where it changed too. */
export function flipWords({ before, after }: Flip): string {
  const words = (standing: Standing) =>
    before.strength === after.strength
      ? markWords[standingMark(standing)]
      : `${markWords[standing.verdict]} (${standing.strength})`;
  return `${words(before)} → ${words(after)}`;
}

/** Why a requirement stands as it does now, where no place in an answer says it; null where that needs no words. */
export function standingReason({ reason, because, waiver }: Standing): string | null {
  if (waiver !== undefined) return waiver;
  if (reason === undefined) return null;
  return because === undefined ? reason : `${reason} (see ${because})`;
}

/** What there is to show of a flip: the deviation that came, else the one that went. */
export function seenOf({
  before,
  after,
}: Flip): { readonly when: 'now' | 'before'; readonly lines: readonly (readonly [string, string])[] } | null {
  const [when, standing] =
    after.seen === undefined ? (['before', before] as const) : (['now', after] as const);
  const { seen, seenOmitted } = standing;
  if (seen === undefined) return null;
  const more = seenOmitted > 0 ? ` and ${plural(seenOmitted, 'more place')}` : '';
  return {
    when,
    lines: [
      ['at', `${placeWords(seen.pointer)} (${seen.probe})${more}`],
      ['expected', seen.expected],
      [when === 'now' ? 'actual' : 'was', seen.actual],
    ],
  };
}

/** `CONFORMS (exit 0), run 5d0c, 2026-03-01 12:00:00 UTC, https://…`. */
export function runWords({ outcome, exitCode, runId, startedAt, baseUrl, tool }: ComparedRun): string {
  return `${outcome.toUpperCase()} (exit ${exitCode}), ${baseUrl}, ${moment(startedAt)}, run ${runId} by ${tool}`;
}

/** Milliseconds without needless digits: `0.4 ms`, `12 ms`. */
function milliseconds(value: number): string {
  return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} ms`;
}

export function durationWords(duration: Duration | null): string {
  if (duration === null) return 'no answer';
  const { requests, medianMs } = duration;
  return requests === 1 ? milliseconds(medianMs) : `${milliseconds(medianMs)} (median of ${requests})`;
}

export function ratioWords({ ratio }: TimingChange): string {
  return ratio === null ? '' : `× ${ratio}`;
}

/** `148 requirements stand as before: 140 conform, 5 deviate, …`. */
export function unchangedWords({ conforms, deviates, waived, notExercised }: Unchanged): string {
  const all = conforms + deviates + waived + notExercised;
  const verb = all === 1 ? 'stands' : 'stand';
  return `${plural(all, 'requirement')} ${verb} as before: ${conforms} conform, ${deviates} deviate, ${waived} waived, ${notExercised} not exercised`;
}
