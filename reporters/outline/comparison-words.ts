import type {
  ComparedRun,
  Comparison,
  Direction,
  Duration,
  Flip,
  Standing,
  Still,
  TimingChange,
} from '../../src/model/comparison.ts';
import { andMore } from '../../src/text/more.ts';
import { plural } from '../../src/text/plural.ts';
import { placeWords } from './row-text.ts';
import { type Mark, markWords, moment, outcomeWord, strengthWords } from './words.ts';

/** The groups of a comparison in the order of every format. */
export const directions: readonly { readonly direction: Direction; readonly heading: string }[] = [
  { direction: 'worse', heading: 'Got worse' },
  { direction: 'better', heading: 'Got better' },
  { direction: 'other', heading: 'Changed otherwise' },
];

/** Behind what changed. */
export const stillHeading = 'Deviates as before';

export function flipsOf({ flips }: Comparison, direction: Direction): readonly Flip[] {
  return flips.filter((flip) => flip.direction === direction);
}

export function standingMark({ verdict, strength }: Pick<Standing, 'verdict' | 'strength'>): Mark {
  return verdict === 'deviates' && strength === 'shown' ? 'shown-deviates' : verdict;
}

const verdictWords: Readonly<Record<Comparison['summary']['verdict'], string>> = {
  better: 'Better',
  same: 'Same',
  worse: 'Worse',
  mixed: 'Mixed',
};

export function verdictWord({ summary }: Comparison): string {
  return verdictWords[summary.verdict];
}

/** No green tick where something deviates as before. */
export function comparisonMark({ summary, still }: Comparison): Mark {
  if (summary.outcome === 'worse') return 'deviates';
  return still.length > 0 || summary.worse > 0 ? 'shown-deviates' : 'conforms';
}

/** `WORSE (exit 1): 2 requirements of the document got worse: …`; the decisive reason only. */
export function comparisonLine(comparison: Comparison): string {
  const { exitCode, reasons } = comparison.summary;
  return `${verdictWord(comparison).toUpperCase()} (exit ${exitCode}): ${reasons[0] ?? 'no reason was recorded'}`;
}

/** `conforms → not checked`, and the strength where it changed too. */
export function flipWords({ before, after }: Flip): string {
  const words = (standing: Standing) =>
    before.strength === after.strength
      ? markWords[standingMark(standing)]
      : `${markWords[standing.verdict]} (${strengthWords[standing.strength]})`;
  return `${words(before)} → ${words(after)}`;
}

/** Why a requirement has the verdict that it has now, where no place in an answer says it; null where that needs no words. */
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
  const more = seenOmitted > 0 ? ` ${andMore(seenOmitted)}` : '';
  return {
    when,
    lines: [
      ['at', `${placeWords(seen.pointer)} (${seen.probe})${more}`],
      ['expected', seen.expected],
      [when === 'now' ? 'actual' : 'was', seen.actual],
    ],
  };
}

/** The values of a deviation that stays, where they differ; null where they do not. */
export function otherValue({
  isOtherValue,
  before,
  after,
}: Still): readonly [was: string, is: string] | null {
  return isOtherValue ? [before.seen?.actual ?? '', after.seen?.actual ?? ''] : null;
}

/** `Conforms (exit 0), run 5d0c, 2026-03-01 12:00:00 UTC, https://…`. */
export function runWords({ outcome, exitCode, runId, startedAt, baseUrl, tool }: ComparedRun): string {
  return `${outcomeWord(outcome)} (exit ${exitCode}), ${baseUrl}, ${moment(startedAt)}, run ${runId} by ${tool}`;
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

/** `PUT authorised: 40 ms → 80 ms × 2`. */
export function timingWords({ request, before, after, ratio }: TimingChange): string {
  const factor = ratio === null ? '' : ` × ${ratio}`;
  return `${request}: ${durationWords(before)} → ${durationWords(after)}${factor}`;
}

/** `148 requirements stand as before: 140 conform, 5 deviate, …`, and how many changed only because others did. */
export function unchangedWords({ unchanged, consequences }: Comparison['summary']): string {
  const { conforms, deviates, waived, notExercised } = unchanged;
  const sum = conforms + deviates + waived + notExercised;
  const follow = consequences === 0 ? '' : `; ${consequences} changed only because of others`;
  return `${plural(sum, 'requirement')} ${sum === 1 ? 'stands' : 'stand'} as before: ${conforms} conform, ${deviates} deviate, ${waived} accepted, ${notExercised} not checked${follow}`;
}
