import type { Exchange } from '../../../schemas/types.ts';
import { valuesOf } from '../../model/exchange.ts';
import type { OperationContract } from '../../model/operation.ts';
import { joined } from '../../text/plural.ts';
import { urlOf } from '../../text/url.ts';
import {
  isRedirect,
  type RefusalAct,
  type RefusedRequest,
  type Rule,
  settingNames,
  textOf,
} from './given.ts';

/** Where method and path of a request may be without a handler at the service, or the base URL is wrong. */

/** Where a redirect leads. */
function targetOf({ request, response, failure }: Exchange): URL | null {
  const [location = ''] = valuesOf((response ?? failure?.head)?.headers ?? [], 'location');
  return location === '' ? null : urlOf(location, request.url);
}

const loginPath = /(?:log|sign)[-_]?(?:in|on)\b|\b(?:sso|saml2?|oauth2?|authorize)\b/i;

/** Whether a redirect leads to a page for people, who are asked for a password there. The base path may have such a name. */
export function isToLogin(exchange: Exchange): boolean {
  const own = new Set(urlOf(exchange.request.url)?.pathname.split('/'));
  const steps = targetOf(exchange)?.pathname.split('/') ?? [];
  return loginPath.test(steps.filter((step) => !own.has(step)).join('/'));
}

function slashOf({ path }: OperationContract): string {
  return path.endsWith('/') ? ', with the slash at its end' : '';
}

/** What the service has to do where it has no handler for the method and the path. */
function servingOf(operation: OperationContract): string {
  return `serve the ${operation.method} at the path of the document${slashOf(operation)}`;
}

/**
 * The service has to do something, unless the base URL is wrong.
 * @param isDoubtful whether that is likelier
 */
function atBaseUrl(
  lead: string,
  service: string,
  { served }: RefusedRequest,
  isDoubtful: boolean,
): RefusalAct {
  const has = `the service has to ${service}`;
  if (served !== '') return { first: 'service', hint: `${lead}${has}`, service };
  return isDoubtful
    ? {
        first: 'operator',
        hint: `${lead}see CONFORMANCE_BASE_URL; if it is right, ${has}`,
        operator: 'check CONFORMANCE_BASE_URL',
        service: `if the base URL is right, ${service}`,
      }
    : {
        first: 'service',
        hint: `${lead}${has}; else: see CONFORMANCE_BASE_URL`,
        service,
        operator: 'if the base URL is not that of the service, correct CONFORMANCE_BASE_URL',
      };
}

const redirected: Rule = (given) => {
  const { exchange, status, operation, isWithoutRoute } = given;
  if (!isRedirect(status)) return null;
  const never = 'redirects are never followed';
  if (isToLogin(exchange)) {
    const accept = 'accept the token (Authorization: Bearer TOKEN) without a redirect to a login';
    return atBaseUrl(`${never}, and this one leads to a login: `, accept, given, isWithoutRoute);
  }
  const itself = `serve the path of the document itself${slashOf(operation)}`;
  const target = targetOf(exchange);
  const isElsewhere = target !== null && target.origin !== urlOf(exchange.request.url)?.origin;
  const to = isElsewhere ? ', and this one leads to another host or to https' : '';
  return atBaseUrl(`${never}${to}: `, itself, given, isElsewhere || isWithoutRoute);
};

/** How servers and frameworks say that nothing handles a method and a path. */
const routeWords: readonly RegExp[] = [
  // Express, NestJS
  /cannot (?:get|put|post|patch|delete) \//i,
  // Fastify, Laravel, Rails, Symfony, Kong, Spring
  /\broute (?:\S+ )?(?:not|could not be) found|\bno (?:static resource|route\b)/i,
  // Apache, Django, Flask, PHP
  /requested (?:url|resource)\b.{0,300}not found on (?:this|the) server/is,
  // Go, Micronaut
  /\bpage not found/i,
  // RESTEasy
  /could not find resource for full path/i,
  /<center>(?:nginx|openresty)/i,
];

/** Whether the path names more than the entity. */
function isOfObject({ exchange }: RefusedRequest): boolean {
  return Object.keys(exchange.request.addressed).length > 1;
}

function existence(operation: OperationContract): string {
  const { object } = operation;
  return `check that the ${object} exists and belongs to this entity (${settingNames(operation)})`;
}

const withoutRoute: Rule = (given) => {
  const { exchange, status, operation, served, isWithoutRoute } = given;
  const isSaid = routeWords.some((words) => words.test(textOf(exchange)));
  const isNotFound = status === 404 || status === 410;
  if (status !== 405 && !(isNotFound && (isWithoutRoute || isSaid))) return null;
  const because = joined([
    ...(isWithoutRoute ? ['requests without credentials got it too'] : []),
    ...(isSaid ? ['the response looks like that of a server without this route'] : []),
    ...(served === '' ? [] : [`the ${served} succeeded with the same base URL`]),
  ]);
  const lead = because === '' ? '' : `${because}${served === '' ? ': ' : ', so '}`;
  const found = atBaseUrl(lead, servingOf(operation), given, isWithoutRoute);
  if (isSaid || !isNotFound || !isOfObject(given)) return found;
  return {
    ...found,
    hint: `${found.hint}; else: ${existence(operation)}`,
    operator: `${found.operator === undefined ? '' : `${found.operator}; `}if the route is there, name an existing ${operation.object}`,
  };
};

/** 404 or 410 where the route may be there. */
const notFound: Rule = (given) => {
  const { status, operation, served } = given;
  if (status !== 404 && status !== 410) return null;
  const { object, method } = operation;
  const service = servingOf(operation);
  if (isOfObject(given))
    return {
      first: 'operator',
      hint: `${existence(operation)}; if it does, the service has to ${service}`,
      operator: `name an existing ${object} of the entity`,
    };
  if (served === '')
    return {
      first: 'operator',
      hint: `see CONFORMANCE_BASE_URL with its path prefix, and CONFORMANCE_ENTITY_ID; if both are right, the service has to ${service}`,
      operator: 'check CONFORMANCE_BASE_URL and CONFORMANCE_ENTITY_ID',
      service: `if the base URL and the entity are right, ${service}`,
    };
  return {
    first: 'service',
    hint: `the ${served} succeeded with the same base URL and entity, so the service has to ${service}; if it already serves it, see ${settingNames(operation)}`,
    service,
    operator: `if the service has a route for the ${method}, correct ${settingNames(operation)}`,
  };
};

/** The most specific first. */
export const routeRules: readonly Rule[] = [redirected, withoutRoute, notFound];
