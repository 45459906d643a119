import type { Actor, Conclusion, Problem } from '../model/conclusion.ts';
import type { Report } from '../model/report.ts';
import type { Unconcluded } from './conclude.ts';

/** A report with its problems. */
export type Basis = Unconcluded & Pick<Report, 'problems' | 'change'>;

/** Who has to act, by the outcome. */
export function actorOf({ summary }: Basis): Actor {
  if (summary.outcome === 'stale-waivers') return 'waiver-owner';
  if (summary.outcome === 'incomplete') return 'operator';
  return summary.outcome === 'deviates' ? 'service' : 'nobody';
}

/** Whether the same run may come out otherwise though nothing is changed. */
export function retryMayHelp({ summary, exchanges }: Basis): boolean {
  return summary.exitCode === 3 && exchanges.some(({ failure }) => failure !== undefined);
}

const acts: Readonly<Record<Actor, string>> = {
  service: 'The service has to change.',
  operator: 'Whoever runs this check has to act.',
  'waiver-owner': 'The owner of the waiver has to act.',
  nobody: 'Nobody has to act.',
};

function whyOf({ title, seen }: Problem): string {
  return seen.deviates < seen.judged ? `${title} (${seen.deviates} of ${seen.judged} answers)` : title;
}

/** What a report says first. */
export function conclusionOf(basis: Basis): Conclusion {
  const { summary, problems, change } = basis;
  const actor = actorOf(basis);
  const open = summary.stated.notExercised + summary.shown.notExercised;
  return {
    verdict: summary.reasons[0] ?? '',
    why: problems.map(whyOf),
    actor,
    act: acts[actor],
    next: 'conformance run',
    changed: change?.sentence ?? null,
    notChecked: open === 0 ? null : `${open} requirements were not checked`,
  };
}
