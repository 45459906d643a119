import type { Exchange, FailureKind } from '../model/exchange.ts';
import type { Report } from '../model/report.ts';
import type { Unconcluded } from './conclude.ts';

type Given = Pick<Unconcluded, 'exchanges' | 'requirements' | 'traffic'> & Pick<Report, 'problems'>;

/**
 * What kind of run it was, as far as that decides who acts. `unreachable`: nobody is where the requests went.
 * `no-connection`: somebody is, and no connection came about. `no-answer`: no request got an answer. `same-page`: every
 * request got the same page. `not-found`: every answer is 404 or 405. `gateway`: every answer is 502, 503 or 504.
 * `token-refused`: every request with the token was answered 401 or 403. `other-api`: no answer has anything of the
 * document's envelope. `nothing-sent`: nothing was.
 */
export type Situation =
  | 'unreachable'
  | 'no-connection'
  | 'no-answer'
  | 'same-page'
  | 'not-found'
  | 'gateway'
  | 'token-refused'
  | 'other-api'
  | 'nothing-sent'
  | 'ordinary';

function statusOf({ response, failure }: Exchange): number | undefined {
  return (response ?? failure?.head)?.status;
}

const unreached: ReadonlySet<FailureKind> = new Set(['dns', 'refused', 'unreachable']);
const unconnected: ReadonlySet<FailureKind> = new Set([...unreached, 'tls', 'proxy']);

/** Null where an answer came, if only its head. What a proxy answers is none. */
function withoutAnswer(exchanges: readonly Exchange[]): Situation | null {
  const failures = exchanges.flatMap(({ failure }) => failure ?? []);
  const isAnswered = failures.some(({ kind, head }) => kind !== 'proxy' && head !== undefined);
  if (failures.length < exchanges.length || isAnswered) return null;
  if (failures.every(({ kind }) => unreached.has(kind))) return 'unreachable';
  return failures.every(({ kind, sent }) => !sent || unconnected.has(kind)) ? 'no-connection' : 'no-answer';
}

function isWithout(exchanges: readonly Exchange[], statuses: readonly number[]): boolean {
  return exchanges.every((exchange) => statuses.includes(statusOf(exchange) ?? 0));
}

function isSamePage(exchanges: readonly Exchange[]): boolean {
  const bodies = new Set(exchanges.map(({ response }) => JSON.stringify([response?.status, response?.body])));
  const [first] = exchanges;
  const isJson = first?.response?.body.text.trimStart().startsWith('{') === true;
  return bodies.size === 1 && first?.response !== undefined && !isJson;
}

/** All members of the envelope are missing in every answer, and nothing below `data` conforms. */
function isOtherApi({ requirements }: Given): boolean {
  const envelope = requirements.filter(
    ({ facet, place }) => facet === 'presence' && place !== null && place.lastIndexOf('/') === 0,
  );
  const seen = envelope.filter(({ verdict }) => verdict !== 'not-exercised');
  const record = requirements.some(
    ({ place, verdict }) => place?.startsWith('/data/') && verdict === 'conforms',
  );
  return (
    seen.length > 0 &&
    !record &&
    seen.every(({ verdict, counts }) => verdict === 'deviates' && counts.conforms === 0)
  );
}

/** Mistakes of the service itself, by which members of the envelope are missing where they should be. */
const elsewhere: ReadonlySet<string> = new Set(['wrapped', 'without-envelope', 'other-name']);

/** Judged by what was sent and what came back, never by words. */
export function situationOf(given: Given): Situation {
  const { exchanges, problems, traffic } = given;
  // Only some exchanges of traffic are at hand, and their target is known: the situations of a run do not apply.
  if (traffic !== undefined) return 'ordinary';
  if (exchanges.length === 0) return 'nothing-sent';
  const silent = withoutAnswer(exchanges);
  if (silent !== null) return silent;
  if (isWithout(exchanges, [404, 405])) return 'not-found';
  if (isWithout(exchanges, [502, 503, 504])) return 'gateway';
  const authorised = exchanges.filter(({ credentials }) => credentials === 'authorised');
  if (authorised.length > 0 && isWithout(authorised, [401, 403])) return 'token-refused';
  const others = exchanges.length > authorised.length;
  if (others && isSamePage(exchanges)) return 'same-page';
  const isElsewhere = problems.some(({ cause }) => cause !== null && elsewhere.has(cause));
  return !isElsewhere && isOtherApi(given) ? 'other-api' : 'ordinary';
}
