import type { Exchange, Header, Masked, Response, ResponseHead, SentRequest } from '../../schemas/types.ts';
import { fittingHeaders, fittingMasked } from '../http/budget.ts';
import { writtenBytes } from '../http/written.ts';
import { known } from '../model/known.ts';
import { cut } from '../text/cut.ts';

/**
 * Bytes that all exchanges of a report may take together, escapes included. With the indents of JSON and the markup of
 * a page it is two to three times that; the last search for secrets needs many times the memory of the largest report.
 */
const allExchanges = 1_000_000;
/** The most and the least bytes for one exchange, however many exchanges there are. */
const mostOfOne = 256 * 1024;
const leastOfOne = 1024;
/** Characters of one header value, one reason phrase, one pointer. */
const valueLimit = 500;
/** Bytes of the masked places of one exchange. */
const maskedLimit = 8 * 1024;

/** A text whose written form fits; a cut text gives its length and a hash. */
function fittingText(text: string, most: number): string {
  let characters = Math.min(text.length, most);
  const bytes = () => writtenBytes(text.slice(0, characters)) - 2;
  for (let taken = bytes(); taken > most; taken = bytes())
    characters = Math.floor((characters * most) / taken);
  return cut(text, characters);
}

function shortHeader([name, value]: Header): Header {
  return [cut(name, valueLimit), cut(value, valueLimit)];
}

function shortPlace(place: Masked): Masked {
  return { ...place, at: cut(place.at, valueLimit), what: cut(place.what, valueLimit) };
}

function fittingHead<Head extends ResponseHead>(head: Head, budget: number): Head {
  return {
    ...head,
    reason: cut(head.reason, valueLimit),
    headers: fittingHeaders(head.headers, budget / 4, shortHeader),
  };
}

function fittingResponse(response: Response, budget: number): Response {
  const { body } = response;
  return {
    ...fittingHead(response, budget),
    body: { ...body, text: fittingText(body.text, Math.floor(budget / 2)) },
  };
}

function fittingRequest(request: SentRequest, budget: number): SentRequest {
  const { url, headers, addressed, body } = request;
  return {
    ...request,
    url: fittingText(url, Math.floor(budget / 4)),
    headers: fittingHeaders(headers, budget / 4, shortHeader),
    addressed: Object.fromEntries(
      Object.entries(addressed).map(([name, value]) => [name, cut(value, valueLimit)]),
    ),
    ...known({ body: body && fittingText(body, Math.floor(budget / 4)) }),
  };
}

function fitting(exchange: Exchange, budget: number): Exchange {
  const { response, failure, request, masked } = exchange;
  const head = failure?.head;
  return {
    ...exchange,
    request: fittingRequest(request, budget),
    ...known({ response: response && fittingResponse(response, budget) }),
    ...(failure && head && { failure: { ...failure, head: fittingHead(head, budget) } }),
    masked: fittingMasked(masked, Math.min(maskedLimit, budget / 4), shortPlace),
  };
}

/** Exchanges as a report shows them: long texts cut, with their length and a hash. The recording keeps them whole. */
export function excerpts(exchanges: readonly Exchange[]): readonly Exchange[] {
  const share = Math.floor(allExchanges / Math.max(1, exchanges.length));
  const budget = Math.min(mostOfOne, Math.max(leastOfOne, share));
  return exchanges.map((exchange) => fitting(exchange, budget));
}
