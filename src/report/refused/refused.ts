import type { Exchange } from '../../../schemas/types.ts';
import type { UnansweredRequest } from '../../judge/several.ts';
import { statusOf, valuesOf } from '../../model/exchange.ts';
import { contract } from '../../operations/index.ts';
import { joined } from '../../text/plural.ts';
import { contentRules } from './content.ts';
import { isRedirect, type RefusalAct, type RefusedRequest, unexplained } from './given.ts';
import { routeRules } from './routes.ts';

/**
 * Who has to act on a refused request of a run. What was sent conforms to the document, so the service has to take it,
 * unless whoever runs the check named something that it does not know.
 */

const rules = [...routeRules, ...contentRules];

/** Seconds, or a date of HTTP; any other text is the service's own. */
const retryAfter = /^(?:\d{1,9}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/;

/** How long the service asks to wait. */
function waitingWords({ response }: Exchange): string {
  const [value = ''] = valuesOf(response?.headers ?? [], 'retry-after');
  if (!retryAfter.test(value)) return '';
  return `; the service asks to wait ${/^\d/.test(value) ? `${value} s` : `until ${value}`} (Retry-After)`;
}

/** `404`, `405`, `a redirect`: what a service without a route says; null for anything else. */
function noRoute(exchange: Exchange): string | null {
  const status = statusOf(exchange) ?? 0;
  if (isRedirect(status)) return 'a redirect';
  return status === 404 || status === 405 ? String(status) : null;
}

/**
 * Whether every request of the operation got the same of these, whatever its credentials. It says nothing of routes where
 * requests without credentials get it of an operation that succeeds.
 */
function isWithoutRoute(operation: string, exchanges: readonly Exchange[], served: ReadonlySet<string>) {
  const own = exchanges.filter((one) => one.operation === operation);
  const [said = null, ...others] = new Set(own.map(noRoute));
  const isUnauthorised = ({ credentials }: Exchange) => credentials !== 'authorised';
  const isUsual = exchanges.some(
    (one) => isUnauthorised(one) && served.has(one.operation) && noRoute(one) === said,
  );
  return said !== null && others.length === 0 && own.some(isUnauthorised) && !isUsual;
}

/** The status of the service; 0 for none. */
function statusIn(exchange: Exchange): number {
  return exchange.failure?.kind === 'proxy' ? 0 : (statusOf(exchange) ?? 0);
}

/** By the id of a request. */
export type RefusalActs = ReadonlyMap<string, RefusalAct>;

/** What is said of each authorised request of a run that the service refused, by its id. */
export function refusalsOf(
  exchanges: readonly Exchange[],
  unanswered: readonly UnansweredRequest[],
): RefusalActs {
  const { operations } = contract;
  const failed = new Map(unanswered.map(({ exchange, kind }) => [exchange, kind]));
  const isServed = ({ id, credentials }: Exchange) => credentials === 'authorised' && !failed.has(id);
  const served = new Set(exchanges.filter(isServed).map(({ operation }) => operation));
  const lost = new Set(
    operations.flatMap(({ name }) => (isWithoutRoute(name, exchanges, served) ? name : [])),
  );
  const refused = exchanges.flatMap((exchange): readonly RefusedRequest[] => {
    const { id, operation: own } = exchange;
    const status = statusIn(exchange);
    const kind = failed.get(id);
    if (kind === undefined || kind === 'no-object' || status === 0 || status >= 500) return [];
    const others = operations.filter(({ name }) => name !== own && served.has(name));
    const unauthorised = exchanges.filter((one) => one.operation === own && one.credentials !== 'authorised');
    return [
      {
        ...{ exchange, kind, status, operation: contract.operation(own) },
        served: joined(others.map(({ method }) => method)),
        known: new Set(others.flatMap(({ names }) => Object.keys(names))),
        isWithoutRoute: lost.has(own),
        isServedElse: served.has(own),
        isForAll: unauthorised.length > 0 && unauthorised.every((one) => statusOf(one) === status),
      },
    ];
  });
  return new Map(refused.map((one) => [one.exchange.id, actOf(one)]));
}

function likelier(request: RefusedRequest): RefusalAct {
  for (const rule of rules) {
    const act = rule(request);
    if (act !== null) return act;
  }
  return unexplained;
}

/** Acts come with their variables, which the whole action replaces. */
function actOf(request: RefusedRequest): RefusalAct {
  const found = likelier(request);
  const waiting = isRedirect(request.status) ? '' : waitingWords(request.exchange);
  return found.hint === null ? found : { ...found, hint: `${found.hint}${waiting}` };
}
