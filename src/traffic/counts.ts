import { hashOf, type Sample, sample } from '../bounded/sample.ts';
import { named, record, type Shape, type StateOf } from '../bounded/state.ts';
import type {
  DeviationTraffic,
  OperationTraffic,
  RequirementTraffic,
  TrafficInfo,
} from '../model/traffic.ts';
import { type Counted, counted, isoOf, rateOf, type Timeline, timeline } from './timeline.ts';

/** How often a text was seen. */
export interface TextCount {
  text: string;
  count: number;
}

const textCount: Shape<TextCount> = {
  empty: () => ({ text: '', count: 0 }),
  merge: (into, { text, count }) => {
    into.text = text;
    into.count += count;
    return into;
  },
};

/** Different texts, and how often each was seen: all of them up to a limit, beyond it those with the lowest hashes. */
export type Texts = Sample<TextCount>;

/** Different clients of one requirement that are kept; of all traffic, and base URLs. */
const mostOfRequirement = 20;
const most = 100;

/** Of a whole, and of one requirement. */
export const texts = sample(most, textCount);
export const fewTexts = sample(mostOfRequirement, textCount);

export function addText(of: typeof texts, into: Texts, text: string): void {
  of.add(into, hashOf(text), { text, count: 1 });
}

/** The most frequent first, of the same count in the order of their texts. */
export function entriesOf(of: typeof texts, known: Texts): TrafficInfo['baseUrls'] {
  return [...of.reduce(known).kept.values()]
    .map(({ text, count }) => ({ value: text, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

/** Clients as reports have them. */
export function clientsOf(of: typeof texts, known: Texts): RequirementTraffic['clients'] {
  return entriesOf(of, known).map(({ value, count }) => ({ userAgent: value, exchanges: count }));
}

/** By status, null for no response. */
type Statuses = Counted<number | null>;

/** Of one operation. */
export const operationCounts = record({
  statuses: counted<number | null>(),
  /** Of authorised requests that got no response of success. */
  failed: counted<number | null>(),
  times: timeline,
});

/** Ascending. */
function statusesIn(statuses: Statuses): OperationTraffic['statuses'] {
  return [...statuses]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
}

export function operationSeen(operation: string, known: StateOf<typeof operationCounts>): OperationTraffic {
  const statuses = statusesIn(known.statuses);
  return {
    operation,
    exchanges: statuses.reduce((sum, { count }) => sum + count, 0),
    statuses,
    failed: statusesIn(known.failed),
    rate: rateOf(known.times),
  };
}

/** When something deviates, and for which clients. */
export const deviating = record({ times: timeline, clients: fewTexts });

/** Of one requirement: deviations that follow from those of requests, by the requirement on them, apart from the others. */
export const deviationCounts = record({ own: deviating, follows: named(deviating) });

function deviatingSeen({ times, clients }: StateOf<typeof deviating>, frame: Timeline): RequirementTraffic {
  return {
    firstAt: isoOf(times?.first),
    lastAt: isoOf(times?.last),
    rate: times && rateOf(times, frame),
    clients: clientsOf(fewTexts, clients),
  };
}

/** @param frame times of all exchanges of the operation, whose steps the rates have */
export function deviationSeen(
  { own, follows }: StateOf<typeof deviationCounts>,
  frame: Timeline,
): DeviationTraffic {
  return {
    own: own.clients.kept.size === 0 ? null : deviatingSeen(own, frame),
    follows: new Map(Object.entries(follows).map(([because, one]) => [because, deviatingSeen(one, frame)])),
  };
}
