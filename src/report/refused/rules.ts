import type { FailureKind } from '../../model/exchange.ts';

/** What is known of a refused request. */
export interface RefusedRequest {
  readonly status: number;
  readonly kind: 'refusal' | 'mixed' | 'no-object' | 'unclear';
  readonly failure: FailureKind | undefined;
  /** Whether another operation succeeded in the same run, with the same base URL, entity and token. */
  readonly isServedElse: boolean;
  /** Whether the path names more than the entity. */
  readonly isOfObject: boolean;
  /** Whether the body is text, and no JSON object. */
  readonly isPage: boolean;
  /** Whether all requests of the operation, without credentials as well, got the same 404, 405 or redirect. */
  readonly isWithoutRoute: boolean;
}

type Owner = 'service' | 'operator';

/** Who has to act on a refused request. Words in braces are those of the request. */
interface Rule {
  readonly when: (refused: RefusedRequest) => boolean;
  /** Who probably has to act, and what to do. */
  readonly first: Owner;
  readonly act?: string;
  /** What shows it, up to the act. */
  readonly because?: string;
  /** When the other one has to act instead, and what to do. */
  readonly otherwise?: readonly [condition: string, act: string];
}

/** 304 leads nowhere. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function isNotFound({ status }: RefusedRequest): boolean {
  return status === 404 || status === 410;
}

/** Whether nothing handles the method and the path there. */
function isUnhandled(refused: RefusedRequest): boolean {
  const { status, isWithoutRoute, isPage } = refused;
  return isRedirect(status) || status === 405 || (isNotFound(refused) && (isWithoutRoute || isPage));
}

const serve = 'serve the {method} at {path}';
const worked = 'the {served} succeeded with the same base URL, so ';
const nameAnother = 'name an existing {object} of the entity ({settings})';

/** The most specific first. */
export const rules: readonly Rule[] = [
  {
    when: ({ failure }) => failure === 'encoding',
    first: 'service',
    because: 'the requests ask for Accept-Encoding: identity, so ',
    act: 'send the body uncompressed, or in the encoding that Content-Encoding names',
  },
  {
    when: (one) => isNotFound(one) && one.isWithoutRoute && !one.isPage && one.isOfObject && one.isServedElse,
    first: 'service',
    because: `requests without credentials got it too, and ${worked}`,
    act: serve,
    otherwise: ['the service serves it already', nameAnother],
  },
  {
    when: (one) => isUnhandled(one) && one.isServedElse,
    first: 'service',
    because: worked,
    act: serve,
  },
  {
    when: (one) => isUnhandled(one) && one.isWithoutRoute,
    first: 'operator',
    because: 'requests without credentials got it too: ',
    act: 'check CONFORMANCE_BASE_URL',
    otherwise: ['the base URL is right', serve],
  },
  {
    when: isUnhandled,
    first: 'service',
    act: serve,
    otherwise: ['the base URL is not that of the service', 'correct CONFORMANCE_BASE_URL'],
  },
  {
    when: (one) => isNotFound(one) && one.isOfObject,
    first: 'operator',
    act: nameAnother,
    otherwise: ['the {object} exists', serve],
  },
  {
    when: (one) => isNotFound(one) && one.isServedElse,
    first: 'service',
    because: worked,
    act: serve,
    otherwise: ['the service serves it already', 'correct {settings}'],
  },
  {
    when: isNotFound,
    first: 'operator',
    act: 'check CONFORMANCE_BASE_URL and CONFORMANCE_ENTITY_ID',
    otherwise: ['the base URL and the entity are right', serve],
  },
  {
    when: ({ status, isServedElse }) => status === 401 && isServedElse,
    first: 'service',
    act: 'accept for the {method} the token that it accepts for the {served}',
  },
  {
    when: ({ status }) => status === 401,
    first: 'operator',
    act: 'set a token that the service accepts (CONFORMANCE_ACCESS_TOKEN)',
    otherwise: ['the token is valid', 'accept it as Authorization: Bearer TOKEN'],
  },
  {
    when: ({ status }) => status === 403,
    first: 'operator',
    act: 'set a token that may send the {method} (CONFORMANCE_ACCESS_TOKEN), or another CONFORMANCE_ENTITY_ID',
    otherwise: ['the token has the permission', 'serve the {method}'],
  },
  {
    when: ({ status }) => status === 429,
    first: 'operator',
    because: 'the service limits requests: see --serial and --delay-ms',
  },
  {
    when: ({ status }) => [406, 411, 415].includes(status),
    first: 'service',
    act: 'accept the {method} with the headers of the document',
  },
  {
    when: ({ kind }) => kind === 'mixed',
    first: 'service',
    act: 'return either the record or an error',
  },
  {
    when: ({ kind }) => kind === 'unclear',
    first: 'operator',
  },
  // A conflict with what is there, rather than with the form of the request.
  {
    when: ({ status }) => [409, 412, 423, 428].includes(status),
    first: 'operator',
    act: 'find out what the {method} conflicts with ({settings})',
    otherwise: ['nothing conflicts with it', 'find out why it refuses this {method}'],
  },
];

/** Where no other rule applies. */
export const usualRule: Rule = {
  when: () => true,
  first: 'service',
  because: 'the {method} {sent}, so ',
  act: 'find out why it refuses this {method}',
  otherwise: ['the service refuses {value}', 'see {settings}'],
};
