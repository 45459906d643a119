import type { ObservationChange } from '../../model/comparison.ts';
import type { Observation, Report } from '../../model/report.ts';

/** Identifiers, dates and times, seconds or milliseconds since 1970: what differs in every run. */
const volatile =
  /\b(?:[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|[0-9a-fA-F]{32}|\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}:\d{2}(?:\.\d+)?)?|\d{10}|\d{13})\b/g;

/** The same answer in another run: a letter or digit of what is volatile counts as any other, its form still counts. */
export function shapeOf(answer: string): string {
  return answer.replace(volatile, (found) => found.replace(/[0-9a-fA-F]/g, '0'));
}

function change(before: Observation | undefined, after: Observation | undefined): ObservationChange[] {
  const known = after ?? before;
  if (known === undefined) return [];
  if (before !== undefined && after !== undefined && shapeOf(before.answer) === shapeOf(after.answer))
    return [];
  const { id, question, section } = known;
  return [{ id, question, section, before: before?.answer ?? null, after: after?.answer ?? null }];
}

/** Answers to open questions that differ; in the order of the later report, then those that are gone. */
export function observationChanges(before: Report, after: Report): readonly ObservationChange[] {
  const earlier = new Map(before.observations.map((one) => [one.id, one]));
  const later = new Map(after.observations.map((one) => [one.id, one]));
  const ids = new Set([...later.keys(), ...earlier.keys()]);
  return [...ids].flatMap((id) => change(earlier.get(id), later.get(id)));
}
