import type { Credentials, Exchange, Failure, Header } from '../../schemas/types.ts';
import type { Operation } from './requirement.ts';

/** A token that no service has issued; not a secret, so reports show it. */
export const madeUpToken = 'made-up-token-of-a-conformance-suite';

/** Schemes of Authorization but for Bearer that may be shown, as the source of a regular expression: registered ones, and some in use. */
export const authenticationSchemes =
  'Basic|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|OAuth|SCRAM-SHA-\\d+|vapid|Token|ApiKey|AWS4-HMAC-SHA256';

/** Whether a header has a name, in whatever case it was written (RFC 9110 section 5.1). @param name in lower case */
export function isNamed([own]: Header, name: string): boolean {
  return own.length === name.length && own.toLowerCase() === name;
}

/** The values of all headers of a name, in their order. @param name in lower case */
export function valuesOf(headers: readonly Header[], name: string): readonly string[] {
  return headers.filter((header) => isNamed(header, name)).map(([, value]) => value);
}

/** A way in which an exchange ends without a complete response. */
export type FailureKind = Failure['kind'];

/** The status that arrived, with a complete response or a part of one. */
export function statusOf({ response, failure }: Pick<Exchange, 'response' | 'failure'>): number | undefined {
  return (response ?? failure?.head)?.status;
}

/** Whether the whole body of a request is known, so that it can be compared with another one. */
export function knowsRequestBody({ recorded }: Exchange): boolean {
  return recorded === undefined || recorded.request.body === 'whole' || recorded.request.body === 'parsed';
}

const probeNames: Readonly<Record<Credentials, string>> = {
  none: 'no-header',
  'made-up': 'made-up-token',
  authorised: 'authorised',
};

/** The id of the first request of its kind. */
export function probeName(operation: Operation, credentials: Credentials): string {
  return `${operation}-${probeNames[credentials]}`;
}
