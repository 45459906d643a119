import type { RequirementResult, TrafficInfo } from '../../schemas/types.ts';
import { andMore } from '../text/more.ts';
import { plural } from '../text/plural.ts';

/** Why not everything was judged that was to be: a signal ended the run, or the reading of traffic. */
export function cutReason(isTraffic: boolean): string {
  return isTraffic
    ? 'the traffic was not read to the end'
    : 'the run was interrupted before all planned requests were sent';
}

/** Unreadable entries that a reason names. */
const namedEntries = 3;
/** Missing parts that a reason names. */
const namedParts = 10;

/** `session.har:12 has no request.method …`. */
function badReason({ bad, badEntries, maxBad }: TrafficInfo): string[] {
  if (bad <= maxBad) return [];
  const told = badEntries
    .slice(0, namedEntries)
    .map(({ source, number: at, problem }) => `${source}${at === null ? '' : `:${at}`} ${problem}`)
    .join('; ');
  const more = bad > namedEntries ? `; ${andMore(bad - namedEntries)}` : '';
  const most = maxBad === 0 ? '' : `, more than the ${maxBad} that --max-bad accepts`;
  return [`${bad === 1 ? 'one entry' : `${bad} entries`} could not be read${most}: ${told}${more}`];
}

/**
 * A log of refusals only does not show that anything conforms. Its requests say nothing of the service, unless they alone
 * are judged.
 */
function unseen({ exchanges }: TrafficInfo, results: readonly RequirementResult[]): string[] {
  const answers = results.filter(({ side }) => side === undefined);
  const [judged, what] = answers.length > 0 ? [answers, 'response'] : [results, 'request'];
  const isSeen = judged.some(({ verdict }) => verdict !== 'not-exercised');
  if (exchanges === 0 || isSeen) return [];
  return exchanges === 1
    ? [`the ${what} of the only exchange could not be judged`]
    : [`none of the ${exchanges} ${what}s could be judged`];
}

/** How many numbers ranges such as `5-8` have; anything else, such as `0 or 7`, is one. */
function countOf(ranges: readonly string[]): number {
  return ranges.reduce((count, range) => {
    const [first = 0, last = first] = (/^(\d+)-(\d+)$/.exec(range) ?? []).slice(1).map(Number);
    return count + last - first + 1;
  }, 0);
}

function missingParts({ missing, of }: NonNullable<TrafficInfo['parts']>): string[] {
  if (missing.length === 0) return [];
  const count = countOf(missing);
  const rest = andMore(countOf(missing.slice(namedParts)));
  const named = missing.slice(0, namedParts).join(', ');
  const more = rest === '' ? '' : ` ${rest}`;
  return [
    `${count} of ${of} parts ${count === 1 ? 'is' : 'are'} missing: ${named}${more}; judge their traffic again, and check all parts once more`,
  ];
}

/** Sources without an exchange that have a request in a form that is not read. */
export function unreadForms({ sources }: TrafficInfo): readonly string[] {
  const problem = 'has a method and a path of the document, but not as a request and its response';
  return sources.flatMap(({ name, requestAt }) =>
    requestAt === undefined ? [] : [`${name}:${requestAt} ${problem}`],
  );
}

/** Why traffic could not be read or judged. Nobody planned its requests, so one that does not occur is no gap. */
export function trafficGaps(
  info: TrafficInfo,
  results: readonly RequirementResult[],
  isCut: boolean,
): string[] {
  const { exchanges, other, bad, parts } = info;
  return [
    ...(parts === undefined ? [] : missingParts(parts)),
    ...(isCut ? [cutReason(true)] : []),
    ...(exchanges > 0 || isCut || (other === 0 && bad > 0)
      ? []
      : [
          other === 0
            ? 'the traffic is empty'
            : `${other === 1 ? 'the only entry is not' : `none of the ${other} entries is`} an exchange of the document's operations${unreadForms(info).map((text) => `: ${text}`)[0] ?? ''}`,
        ]),
    ...badReason(info),
    ...unseen(info, results),
  ];
}

/** `241 of 307 requirements were seen in 1200 exchanges, and none of the document deviates`. */
export function trafficConforms({ exchanges }: TrafficInfo, results: readonly RequirementResult[]): string {
  const seen = results.filter(({ verdict }) => verdict !== 'not-exercised').length;
  return `${seen} of ${results.length} requirements were checked in ${plural(exchanges, 'exchange')}, and nothing deviates from what the document requires`;
}

/** Continues a verdict: what of traffic could not be judged. */
export function trafficOpen({ bad, maxBad, parts }: TrafficInfo): string {
  if (parts !== undefined && parts.missing.length > 0) return 'not every part was there';
  return bad > maxBad ? 'not everything could be read' : 'no response could be judged';
}

/** Who has to act where traffic could not be judged. @param isCut whether reading was interrupted */
export function trafficAct({ exchanges, bad, maxBad, parts }: TrafficInfo, isCut: boolean): string {
  const has = 'pass traffic that has requests for the operations of the document, with their bodies';
  return parts !== undefined && parts.missing.length > 0
    ? 'judge the missing parts, then check all of them again'
    : isCut
      ? 'let the traffic be read to its end'
      : bad > maxBad
        ? 'pass traffic that can be read, or accept such entries with --max-bad'
        : exchanges === 0
          ? has
          : 'pass traffic in which the requests of the document succeed, with their bodies';
}

/** Whether requests failed at the service. */
export function hasFailures({ operations }: TrafficInfo): boolean {
  return operations.some(({ failed = [] }) => failed.some(({ value }) => value === null || value >= 500));
}
