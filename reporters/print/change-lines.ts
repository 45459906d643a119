import type { StillDeviating } from '../../src/model/change.ts';
import type { Report } from '../../src/model/report.ts';
import { code, text } from './markdown-text.ts';

/** What is new, fixed, still there, comes and goes, or is no longer checked, each with its ids; empty without an earlier report. */
export function changeLines({ change }: Pick<Report, 'change'>): readonly string[] {
  if (change === null) return [];
  const line = (label: string, ids: readonly string[]) =>
    ids.length === 0 ? [] : [`- ${label} (${ids.length}): ${ids.map((id) => code(id)).join(', ')}`];
  return [
    ...line('New', change.appeared),
    ...line('Fixed', change.fixed),
    ...line(
      'Still',
      change.still.map(({ id }) => id),
    ),
    ...change.still.flatMap(otherValue),
    ...line('Comes and goes', change.flaky),
    ...line('No longer checked', change.lost),
    ...(change.consequences > 0 ? [`- Only because of these: ${change.consequences} more`] : []),
    ...line(
      'Observed otherwise',
      change.observations.map(({ id }) => id),
    ),
    ...change.notes.map((note) => `- Note: ${text(note)}`),
  ];
}

function otherValue({ id, value }: StillDeviating): readonly string[] {
  return value === null ? [] : [`- ${code(id)} was ${code(value.before)}, is ${code(value.after)}`];
}
