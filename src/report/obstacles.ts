import type { RequirementResult, TrafficInfo } from '../../schemas/types.ts';
import { andMore } from '../text/more.ts';
import type { Unconcluded } from './basis.ts';

/**
 * Why a run or traffic was not judged as a whole. Nobody planned the requests of traffic, so one that does not occur is
 * none.
 */
export interface Obstacle {
  readonly sentence: string;
  /** Continues a verdict. */
  readonly verdict: string;
  /** Continues `By whoever runs this check: `. */
  readonly act: string;
}

/** Unreadable entries, and missing parts, that a sentence names. */
const namedEntries = 3;
const namedParts = 10;

/** `session.har:12 has no request.method …`. */
function unreadable({ bad, badEntries, maxBad }: TrafficInfo): Obstacle | null {
  if (bad <= maxBad) return null;
  const told = badEntries
    .slice(0, namedEntries)
    .map(({ source, number: at, problem }) => `${source}${at === null ? '' : `:${at}`} ${problem}`)
    .join('; ');
  const more = bad > namedEntries ? `; ${andMore(bad - namedEntries)}` : '';
  const most = maxBad === 0 ? '' : `, more than the ${maxBad} that --max-bad accepts`;
  return {
    sentence: `${bad === 1 ? 'one entry' : `${bad} entries`} could not be read${most}: ${told}${more}`,
    verdict: 'not everything could be read',
    act: 'pass traffic that can be read, or accept such entries with --max-bad',
  };
}

/** What is to be passed where nothing better is known. */
export const otherTraffic = 'pass traffic in which the requests of the document succeed, with their bodies';

/**
 * A log of refusals only does not show that anything conforms. Its requests say nothing of the service, unless they alone
 * are judged.
 */
function unseen({ exchanges }: TrafficInfo, results: readonly RequirementResult[]): Obstacle | null {
  const answers = results.filter(({ side }) => side === undefined);
  const [judged, what] = answers.length > 0 ? [answers, 'response'] : [results, 'request'];
  if (exchanges === 0 || judged.some(({ verdict }) => verdict !== 'not-exercised')) return null;
  return {
    sentence:
      exchanges === 1
        ? `the ${what} of the only exchange could not be judged`
        : `none of the ${exchanges} ${what}s could be judged`,
    verdict: `no ${what} could be judged`,
    act: otherTraffic,
  };
}

/** How many numbers ranges such as `5-8` have; anything else, such as `0 or 7`, is one. */
function countOf(ranges: readonly string[]): number {
  return ranges.reduce((count, range) => {
    const [first = 0, last = first] = (/^(\d+)-(\d+)$/.exec(range) ?? []).slice(1).map(Number);
    return count + last - first + 1;
  }, 0);
}

function missingParts({ parts }: TrafficInfo): Obstacle | null {
  if (parts === undefined || parts.missing.length === 0) return null;
  const { missing, of } = parts;
  const count = countOf(missing);
  const rest = andMore(countOf(missing.slice(namedParts)));
  const named = [missing.slice(0, namedParts).join(', '), ...(rest === '' ? [] : [rest])].join(' ');
  return {
    sentence: `${count} of ${of} parts ${count === 1 ? 'is' : 'are'} missing: ${named}`,
    verdict: 'not every part was there',
    act: 'judge the missing parts, then check all of them again',
  };
}

/** Sources without an exchange that have a request in a form that is not read. */
export function unreadForms({ sources }: TrafficInfo): readonly string[] {
  const problem = 'has a method and a path of the document, but not as a request and its response';
  return sources.flatMap(({ name, requestAt }) =>
    requestAt === undefined ? [] : [`${name}:${requestAt} ${problem}`],
  );
}

function absent(info: TrafficInfo): Obstacle | null {
  const { exchanges, other, bad, maxBad } = info;
  if (exchanges > 0 || (other === 0 && bad > maxBad)) return null;
  const entries = other === 1 ? 'the only entry is not' : `none of the ${other} entries is`;
  const [form] = unreadForms(info);
  const unread = form === undefined ? '' : `: ${form}`;
  return {
    sentence:
      other === 0
        ? `the traffic ${bad === 0 ? 'is empty' : 'has no entry that can be read'}`
        : `${entries} an exchange of the document's operations${unread}`,
    verdict: 'the traffic has no request for an operation of the document',
    act: 'pass traffic that has requests for the operations of the document, with their bodies',
  };
}

function cutOff(sentence: string, act: string): Obstacle {
  return { sentence, verdict: sentence, act };
}

/** The decisive first. */
export function obstaclesOf({ traffic, requirements, run: { cut } }: Unconcluded): readonly Obstacle[] {
  const interrupted = 'the run was interrupted before all planned requests were sent';
  if (traffic === undefined) return cut ? [cutOff(interrupted, 'let it run to its end')] : [];
  const obstacles = [
    missingParts(traffic),
    cut
      ? cutOff('the traffic was not read to the end', 'let the traffic be read to its end')
      : absent(traffic),
    unreadable(traffic),
    unseen(traffic, requirements),
  ];
  return obstacles.filter((one) => one !== null);
}

/** Whether requests failed at the service. */
export function hasFailures({ operations }: TrafficInfo): boolean {
  return operations.some(({ failed = [] }) => failed.some(({ value }) => value === null || value >= 500));
}
