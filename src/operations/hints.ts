import { type Exchange, statusOf } from '../model/exchange.ts';
import type { OperationContract } from '../model/operation.ts';

const usual: Readonly<Record<number, string>> = {
  401: 'the token was not accepted: see CONFORMANCE_ACCESS_TOKEN; it was sent in the form of the document, as Authorization: Bearer TOKEN',
  403: 'the token may not do this: see CONFORMANCE_ACCESS_TOKEN and CONFORMANCE_ENTITY_ID',
  429: 'the service limits requests: see --serial and --delay-ms',
};

const redirected =
  'redirects are never followed: the service has to serve the path of the document itself, whose last slash counts; where it redirects to another host or to https, see CONFORMANCE_BASE_URL';

const undecodable =
  'send the body plain, as the requests ask for (Accept-Encoding: identity), or as its Content-Encoding says';

/** Seconds, or a date of HTTP; any other text is the service's own. */
const retryAfter = /^(?:\d{1,9}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/;

/** How long the service asks to wait. */
function waitingWords({ response }: Pick<Exchange, 'response'>): string {
  const [, value = ''] = response?.headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  if (!retryAfter.test(value)) return '';
  return `; the service asks to wait ${/^\d/.test(value) ? `${value} s` : `until ${value}`} (Retry-After)`;
}

/** Where an operator would look first, by HTTP status; an operation's own hint goes before the usual one. */
export function hintFor(own: Readonly<Record<number, string>>): OperationContract['hint'] {
  return (answer) => {
    const status = statusOf(answer) ?? 0;
    if (answer.failure?.kind === 'encoding') return undecodable;
    if (status >= 300 && status < 400) return redirected;
    const hint = own[status] ?? usual[status] ?? null;
    return hint === null ? null : hint + waitingWords(answer);
  };
}
