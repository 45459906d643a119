import type { RequirementFindings } from '../judge/tally.ts';
import type { DeviationCourse, RequirementTraffic } from '../model/traffic.ts';

/** Fewer deviations than this do not show that something began or ended. */
const fewest = 3;
/** What overlaps of the time in which something deviates, where several instances of a service change one after another. */
const mostOverlap = 0.05;

/** What decides when deviations are seen. */
export interface CourseInput
  extends Pick<RequirementTraffic, 'firstAt' | 'lastAt'>,
    Pick<RequirementFindings, 'conforming'> {
  /** How many messages deviate. */
  readonly deviates: number;
}

/** The course of deviations; null where no times were recorded. */
export function courseOf({ firstAt, lastAt, deviates, conforming }: CourseInput): DeviationCourse | null {
  if (firstAt === null || lastAt === null) return null;
  if (conforming === null) return { kind: 'always' };
  const [first, last] = [Date.parse(firstAt), Date.parse(lastAt)];
  const [begins, ends] = conforming;
  const overlap = (last - first) * mostOverlap;
  const at = (time: number) => new Date(time).toISOString();
  if (deviates < fewest) return { kind: 'at-times' };
  if (last > ends && ends - first <= overlap) return { kind: 'since', at: at(Math.max(first, ends)) };
  if (first < begins && last - begins <= overlap) return { kind: 'until', at: at(Math.min(last, begins)) };
  return { kind: 'at-times' };
}
