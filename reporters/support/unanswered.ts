import type { Exchange } from '../../src/model/exchange.ts';
import type { Report } from '../../src/model/report.ts';
import { clipped } from '../../src/text/escape.ts';

/** Characters of an answer that a reader sees; error texts say what matters first. */
const longestAnswer = 300;

/** An authorised request that was not answered with success, as a reader needs it. */
export interface UnansweredRequest {
  readonly exchange: Exchange;
  readonly reason: string;
  /** Beginning of the body; null for none. */
  readonly answer: string | null;
  /** Where an operator would look first; null where nothing suggests itself. */
  readonly hint: string | null;
}

const hints: Readonly<Record<number, string>> = {
  401: 'the token was not accepted: see CONFORMANCE_ACCESS_TOKEN',
  403: 'the token may not do this: see CONFORMANCE_ACCESS_TOKEN and CONFORMANCE_ENTITY_ID',
  429: 'the service limits requests: see --serial and --delay-ms',
};

const notFound: Readonly<Record<Exchange['operation'], string>> = {
  put: 'see CONFORMANCE_BASE_URL with its path prefix, and CONFORMANCE_ENTITY_ID',
  delete:
    "is the rule still there, and is it this entity's? See CONFORMANCE_AUTOMATION_RULE_ID and CONFORMANCE_ENTITY_ID",
};

function hintFor({ response, failure, operation }: Exchange): string | null {
  const status = (response ?? failure?.head)?.status ?? 0;
  if (status === 404 || status === 410) return notFound[operation];
  if (operation === 'put' && (status === 400 || status === 422)) {
    return 'the service may want another body: see CONFORMANCE_TRANSFORMER_FILE and CONFORMANCE_BUSINESS_DATA_TYPE_ID';
  }
  if (status >= 300 && status < 400) return 'redirects are never followed: see CONFORMANCE_BASE_URL';
  return hints[status] ?? null;
}

function answerOf({ response }: Exchange): string | null {
  if (response === undefined || response.body.bytes === 0) return null;
  return response.body.encoding === 'utf8'
    ? clipped(response.body.text, longestAnswer)
    : `${response.body.bytes} bytes that are not UTF-8`;
}

/** Requests to which the same happened. */
export interface UnansweredGroup extends Omit<UnansweredRequest, 'exchange'> {
  readonly probes: readonly string[];
}

/** Groups the requests that a reader can be told of together, in the order of the first of each. */
export function grouped(requests: readonly UnansweredRequest[]): readonly UnansweredGroup[] {
  const groups = new Map<string, UnansweredGroup>();
  for (const { exchange, ...rest } of requests) {
    const key = JSON.stringify(rest);
    groups.set(key, { ...rest, probes: [...(groups.get(key)?.probes ?? []), exchange.probe] });
  }
  return [...groups.values()];
}

export function unansweredRequests({ unanswered, exchanges }: Report): readonly UnansweredRequest[] {
  return unanswered.flatMap(({ exchange: id, reason }) => {
    const exchange = exchanges.find((candidate) => candidate.id === id);
    return exchange === undefined
      ? []
      : [{ exchange, reason, answer: answerOf(exchange), hint: hintFor(exchange) }];
  });
}
