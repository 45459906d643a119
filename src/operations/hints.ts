import { statusOf } from '../model/exchange.ts';
import type { OperationContract } from '../model/operation.ts';

const usual: Readonly<Record<number, string>> = {
  401: 'the token was not accepted: see CONFORMANCE_ACCESS_TOKEN',
  403: 'the token may not do this: see CONFORMANCE_ACCESS_TOKEN and CONFORMANCE_ENTITY_ID',
  429: 'the service limits requests: see --serial and --delay-ms',
};

/** Where an operator would look first, by HTTP status; an operation's own hint goes before the usual one. */
export function hintFor(own: Readonly<Record<number, string>>): OperationContract['hint'] {
  return (answer) => {
    const status = statusOf(answer) ?? 0;
    if (status >= 300 && status < 400) return 'redirects are never followed: see CONFORMANCE_BASE_URL';
    return own[status] ?? usual[status] ?? null;
  };
}
