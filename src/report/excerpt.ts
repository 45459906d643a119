import { cut } from '../judge/evidence.ts';
import type { Exchange, Header, Masked, Response, ResponseHead } from '../model/exchange.ts';

/** Characters that all exchanges of a report may take together; with the rest it stays under 10 MB, control characters escaped. */
const allExchanges = 2_000_000;
/** Characters of one exchange: never more, and never less, however many there are. */
const mostOfOne = 256 * 1024;
const leastOfOne = 1024;
/** Characters of one header value, one reason phrase, one pointer. */
const valueLimit = 500;
/** Masked places of one exchange. */
const maskedLimit = 50;

function fittingHeaders(headers: readonly Header[], budget: number): readonly Header[] {
  const kept: Header[] = [];
  let left = budget;
  for (const [name, value] of headers) {
    const header: Header = [cut(name, valueLimit), cut(value, valueLimit)];
    left -= header[0].length + header[1].length;
    if (left < 0) return [...kept, ['…', `${headers.length - kept.length} more headers`]];
    kept.push(header);
  }
  return kept;
}

function fittingHead<Head extends ResponseHead>(head: Head, budget: number): Head {
  return { ...head, reason: cut(head.reason, valueLimit), headers: fittingHeaders(head.headers, budget / 4) };
}

function fittingResponse(response: Response, budget: number): Response {
  const { body } = response;
  return {
    ...fittingHead(response, budget),
    body: { ...body, text: cut(body.text, Math.floor(budget / 2)) },
  };
}

function fittingMasked(masked: readonly Masked[]): readonly Masked[] {
  return masked.slice(0, maskedLimit).map((place) => ({ ...place, at: cut(place.at, valueLimit) }));
}

function fitting(exchange: Exchange, budget: number): Exchange {
  const { response, failure, request, masked } = exchange;
  const head = failure?.head;
  return {
    ...exchange,
    request:
      request.body === undefined ? request : { ...request, body: cut(request.body, Math.floor(budget / 4)) },
    ...(response === undefined ? {} : { response: fittingResponse(response, budget) }),
    ...(failure === undefined || head === undefined
      ? {}
      : { failure: { ...failure, head: fittingHead(head, budget) } }),
    masked: fittingMasked(masked),
  };
}

/** Exchanges as a report shows them: long texts cut, with their length and a hash. The recording keeps them whole. */
export function excerpts(exchanges: readonly Exchange[]): readonly Exchange[] {
  const share = Math.floor(allExchanges / Math.max(1, exchanges.length));
  const budget = Math.min(mostOfOne, Math.max(leastOfOne, share));
  return exchanges.map((exchange) => fitting(exchange, budget));
}
