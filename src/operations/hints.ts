import { statusOf } from '../model/exchange.ts';
import type { OperationContract } from '../model/operation.ts';

const usual: Readonly<Record<number, string>> = {
  401: 'the token was not accepted: see CONFORMANCE_ACCESS_TOKEN; the header was sent in the form of the document, Authorization: Bearer, a space and the token',
  403: 'the token may not do this: see CONFORMANCE_ACCESS_TOKEN and CONFORMANCE_ENTITY_ID',
  429: 'the service limits requests: see --serial and --delay-ms',
};

const redirected =
  'redirects are never followed: the service has to serve the path of the document itself, whose last slash counts; where it redirects to another host or to https, see CONFORMANCE_BASE_URL';

/** Where an operator would look first, by HTTP status; an operation's own hint goes before the usual one. */
export function hintFor(own: Readonly<Record<number, string>>): OperationContract['hint'] {
  return (answer) => {
    const status = statusOf(answer) ?? 0;
    if (status >= 300 && status < 400) return redirected;
    return own[status] ?? usual[status] ?? null;
  };
}
