import type { Exchange } from '../../src/model/exchange.ts';
import type { Report } from '../../src/model/report.ts';
import { clipped } from '../../src/text/escape.ts';

/** Requests to which the same happened are named up to this many; the others are counted. */
export const mostNamed = 3;

/** Characters of an answer that a reader sees; error texts say what matters first. */
const longestAnswer = 300;

/** An authorised request that was not answered with success, as a reader needs it. */
export interface FailedRequest {
  readonly exchange: Exchange;
  readonly reason: string;
  /** Beginning of the body; null for none. */
  readonly answer: string | null;
  /** Where an operator would look first; null where there is no hint. */
  readonly hint: string | null;
}

function answerOf({ response }: Exchange): string | null {
  if (response === undefined || response.body.bytes === 0) return null;
  return response.body.encoding === 'utf8'
    ? clipped(response.body.text, longestAnswer)
    : `${response.body.bytes} bytes that are not UTF-8`;
}

/** Requests to which the same happened. */
export interface UnansweredGroup extends Omit<FailedRequest, 'exchange'> {
  readonly exchanges: readonly Exchange[];
  /** Whether there may be others: not every exchange of recorded traffic is in the report. */
  readonly isSample: boolean;
}

/** Groups the requests to which the same happened, in the order of the first of each. */
export function grouped(
  { traffic }: Pick<Report, 'traffic'>,
  requests: readonly FailedRequest[],
): readonly UnansweredGroup[] {
  const isSample = traffic !== undefined;
  const groups = new Map<string, UnansweredGroup>();
  for (const { exchange, ...rest } of requests) {
    const key = JSON.stringify(rest);
    groups.set(key, { ...rest, isSample, exchanges: [...(groups.get(key)?.exchanges ?? []), exchange] });
  }
  return [...groups.values()];
}

export function unansweredRequests({ unanswered, exchanges }: Report): readonly FailedRequest[] {
  return unanswered.flatMap(({ exchange: id, reason, hint = null }) => {
    const exchange = exchanges.find((candidate) => candidate.id === id);
    return exchange === undefined ? [] : [{ exchange, reason, answer: answerOf(exchange), hint }];
  });
}
