import type { Exchange, Report, ServiceProblem } from '../../schemas/types.ts';
import { type FailureKind, statusOf } from '../model/exchange.ts';
import { urlOf } from '../text/url.ts';
import type { Unconcluded } from './basis.ts';
import { isRedirect } from './refused/rules.ts';

/** What is said of a run in which nothing was checked, whatever it found. */
interface SituationWords {
  /** Absent where it depends on what was checked. */
  readonly verdict?: string;
  /** Continues "By whoever runs this check: "; absent where it depends on what was not checked. */
  readonly operator?: string;
  /** Continues "By the operators of the service: ". */
  readonly service?: string;
  /** What comes before the next command. */
  readonly lead?: string;
  /** Whether that command looks at the connection, in place of a run. */
  readonly isForDoctor?: true;
}

const noConnection = { verdict: 'No connection to {host}; nothing was checked', isForDoctor: true } as const;
const otherUrl = { lead: 'correct CONFORMANCE_BASE_URL', isForDoctor: true } as const;

const rows = {
  ordinary: {},
  /** Nobody is where the requests went. */
  unreachable: { ...noConnection, operator: 'start the service, or correct CONFORMANCE_BASE_URL' },
  /** Somebody is, and no connection came about. */
  'no-connection': { ...noConnection, operator: 'fix what prevents the connection' },
  'no-answer': { verdict: 'No response from {host}; nothing was checked' },
  'nothing-sent': { verdict: 'No request was sent; nothing was checked' },
  'same-page': {
    ...otherUrl,
    verdict:
      'Nothing was checked: every request got the same page, so the base URL is probably not that of the service',
    operator:
      'correct CONFORMANCE_BASE_URL (the page is probably a login page, or that of a route that matches every path)',
    service:
      'if the base URL is right, route the paths of the document before the route that matches every path',
  },
  redirected: { verdict: 'Nothing was checked: every request was redirected' },
  'not-found': {
    ...otherUrl,
    verdict:
      'Nothing was checked: every response is 404 or 405, so the base URL is probably not that of the service',
    operator: 'correct CONFORMANCE_BASE_URL (most often its path is wrong), or the identifiers',
    service: 'if they are right, serve the methods and paths of the document',
  },
  gateway: {
    verdict:
      'Nothing was checked: every response is {statuses}, so a gateway probably responded in place of the service',
    operator: 'start the service behind the gateway, or correct CONFORMANCE_BASE_URL',
    lead: 'start the service',
  },
  /** Every request with the token got 401 or 403. */
  'token-refused': {
    verdict: 'Nothing was checked: the service refused the access token in every request',
    operator: 'set a token that the service accepts',
    service: 'if this one is valid, accept it as Authorization: Bearer TOKEN',
    lead: 'set another CONFORMANCE_ACCESS_TOKEN',
  },
  /** No response has anything of the document's envelope. */
  'other-api': {
    ...otherUrl,
    operator: 'check CONFORMANCE_BASE_URL',
    service: 'if it is right, return what the document requires',
  },
} satisfies Readonly<Record<string, SituationWords>>;

/** What kind of run it was, as far as that decides who acts. */
export type Situation = keyof typeof rows;

export const situations: Readonly<Record<Situation, SituationWords>> = rows;

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
export function isProbablyElsewhere({ exchanges, judgement }: Unconcluded): boolean {
  return judgement.isSamePage || withoutAnswer(exchanges) !== null || isWithout(exchanges, gatewayStatuses);
}

/** All members of the envelope, `data` among them, are missing in every response. */
function isOtherApi({ requirements }: Unconcluded): boolean {
  const envelope = requirements.filter(
    ({ facet, place }) => facet === 'presence' && place !== null && place.lastIndexOf('/') === 0,
  );
  const seen = envelope.filter(({ verdict }) => verdict !== 'not-exercised');
  return seen.length > 0 && seen.every(({ counts }) => counts.conforms === 0);
}

/** Mistakes of the service itself, by which members of the envelope are missing where they should be. */
const elsewhere: ReadonlySet<string> = new Set(['wrapped', 'without-envelope', 'other-name']);

/** Judged by what was sent and what came back, never by words. */
export function situationOf(parts: Unconcluded, problems: readonly ServiceProblem[]): Situation {
  const { exchanges, traffic, judgement } = parts;
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
  if (judgement.isSamePage) return 'same-page';
  const isElsewhere = problems.some(({ cause }) => cause !== null && elsewhere.has(cause));
  return !isElsewhere && isOtherApi(parts) ? 'other-api' : 'ordinary';
}

/** Without a scheme it is plain text everywhere, and no link. */
export function hostOf({ target: { baseUrl } }: Pick<Report, 'target'>): string {
  return urlOf(baseUrl)?.host ?? baseUrl;
}
