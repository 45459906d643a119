import type { Report, RequirementResult } from '../../src/model/report.ts';
import { seenOf } from '../../src/report/follows.ts';
import { judgedNoun, moment } from './words.ts';

/** `section 2.3, row createdAt`: where the document says it; only section 2 has tables of fields. */
export function documentPlace({ section, place }: RequirementResult): string {
  const row = place?.split('/').findLast((step) => step !== '' && step !== '*');
  const isInTable = row !== undefined && section.startsWith('2.');
  return `section ${section}${isInTable ? `, row ${row}` : ''}`;
}

/** `1 of 5 answers`, `the only answer`, `all 5 answers`: in how many of the judged answers. */
export function seenWords(row: RequirementResult): string {
  const { deviates, judged } = seenOf(row);
  const noun = judgedNoun(row);
  if (judged === 1) return `the only ${noun.slice(0, -1)} that was judged`;
  return deviates < judged ? `${deviates} of ${judged} ${noun}` : `all ${judged} ${noun} that were judged`;
}

/** Since when a requirement deviates, as far as reports say; null where nothing was compared. */
export interface SinceWhen {
  readonly isNew: boolean;
  /** `new since run 5d0c of …`, `since 2026-03-01 …`. */
  readonly words: string;
  /** `new`, `since 2026-03-01, build v1.4.2`. */
  readonly brief: string;
  /** Sorts; the newest last. */
  readonly order: string;
  /** The value of the earlier report where it was another one; null where it is the same. */
  readonly before: string | null;
}

export function sinceWhen({ change }: Pick<Report, 'change'>, id: string): SinceWhen | null {
  if (change?.against == null) return null;
  const { against, appeared, still } = change;
  if (appeared.includes(id)) {
    const words = `new since the run of ${moment(against.startedAt)}`;
    return { isNew: true, words, brief: 'new', order: '~', before: null };
  }
  const found = still.find((one) => one.id === id);
  if (found === undefined) return null;
  const { startedAt, label } = found.since;
  const build = label === null ? '' : `, build ${label}`;
  return {
    isNew: false,
    words: `since ${moment(startedAt)}${build}`,
    brief: `since ${startedAt.slice(0, 10)}${build}`,
    order: startedAt,
    before: found.value?.before ?? null,
  };
}
