import type { Exchange, Report } from '../../schemas/types.ts';
import type { Judgement } from '../judge/judge.ts';
import { type FailureKind, statusOf } from '../model/exchange.ts';
import { urlOf } from '../text/url.ts';
import type { Unconcluded } from './conclusion.ts';
import { isRedirect } from './refused/rules.ts';

type SituationInput = Pick<Unconcluded, 'exchanges' | 'requirements' | 'traffic'> &
  Pick<Report, 'problems'> &
  Pick<Judgement, 'isSamePage'>;

/**
 * What kind of run it was, as far as that decides who acts. `unreachable`: nobody is where the requests went.
 * `no-connection`: somebody is, and no connection came about. `no-answer`: no request got a response. `same-page`: every
 * request got the same page. `redirected`: every response is a redirect. `not-found`: every response is 404 or 405. `gateway`: every response is 502, 503 or 504.
 * `token-refused`: every request with the token got 401 or 403. `other-api`: no response has anything of the
 * document's envelope. `nothing-sent`: nothing was.
 */
export type Situation =
  | 'unreachable'
  | 'no-connection'
  | 'no-answer'
  | 'same-page'
  | 'redirected'
  | 'not-found'
  | 'gateway'
  | 'token-refused'
  | 'other-api'
  | 'nothing-sent'
  | 'ordinary';

const unreached: ReadonlySet<FailureKind> = new Set(['dns', 'refused', 'unreachable']);
/** Whether nothing was where a request went. */
export function isUnreached({ kind }: { readonly kind: FailureKind }): boolean {
  return unreached.has(kind);
}

const unconnected: ReadonlySet<FailureKind> = new Set([...unreached, 'tls', 'proxy']);

const gatewayStatuses = [502, 503, 504];

/** Null where a response came, if only its head. What a proxy returns is none. */
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

/** Whether no response says anything of the service: there is none, or a gateway or a page responds to every request. */
export function isProbablyElsewhere({
  exchanges,
  isSamePage,
}: Pick<SituationInput, 'exchanges' | 'isSamePage'>): boolean {
  return isSamePage || withoutAnswer(exchanges) !== null || isWithout(exchanges, gatewayStatuses);
}

/** All members of the envelope, `data` among them, are missing in every response. */
function isOtherApi({ requirements }: SituationInput): boolean {
  const envelope = requirements.filter(
    ({ facet, place }) => facet === 'presence' && place !== null && place.lastIndexOf('/') === 0,
  );
  const seen = envelope.filter(({ verdict }) => verdict !== 'not-exercised');
  return seen.length > 0 && seen.every(({ counts }) => counts.conforms === 0);
}

/** Mistakes of the service itself, by which members of the envelope are missing where they should be. */
const elsewhere: ReadonlySet<string> = new Set(['wrapped', 'without-envelope', 'other-name']);

/** Judged by what was sent and what came back, never by words. */
export function situationOf(given: SituationInput): Situation {
  const { exchanges, problems, traffic, isSamePage } = given;
  // Only some exchanges of traffic are at hand, and their target is known: the situations of a run do not apply.
  if (traffic !== undefined) return 'ordinary';
  if (exchanges.length === 0) return 'nothing-sent';
  const silent = withoutAnswer(exchanges);
  if (silent !== null) return silent;
  // Whatever responds there carries requests out without credentials, so it is no page and no gateway.
  if (problems.some(({ severity }) => severity === 'security')) return 'ordinary';
  if (isWithout(exchanges, [404, 405])) return 'not-found';
  if (isWithout(exchanges, gatewayStatuses)) return 'gateway';
  if (exchanges.every((one) => isRedirect(statusOf(one) ?? 0))) return 'redirected';
  const authorised = exchanges.filter(({ credentials }) => credentials === 'authorised');
  if (authorised.length > 0 && isWithout(authorised, [401, 403])) return 'token-refused';
  if (isSamePage) return 'same-page';
  const isElsewhere = problems.some(({ cause }) => cause !== null && elsewhere.has(cause));
  return !isElsewhere && isOtherApi(given) ? 'other-api' : 'ordinary';
}

/** Without a scheme it is plain text everywhere, and no link. */
export function hostOf({ target: { baseUrl } }: Pick<Report, 'target'>): string {
  return urlOf(baseUrl)?.host ?? baseUrl;
}
