import type { Exchange, Header, Masked, ResponseHead } from '../../schemas/types.ts';
import { fittingHeaders, fittingMasked } from '../http/budget.ts';
import { known } from '../model/known.ts';
import { cut } from '../text/cut.ts';

/** Characters of a body, and bytes of a list of headers or masked places: of the first exchanges, and of all others. */
const firstExchanges = 50;
const ofFirst = { body: 8000, list: 4096 };
const ofOthers = { body: 1000, list: 512 };
/** Characters of an address. */
const urlLimit = 2000;
/** Characters of one header value, one reason phrase, one pointer. */
const valueLimit = 500;

function shortHeader([name, value]: Header): Header {
  return [cut(name, valueLimit), cut(value, valueLimit)];
}

function shortPlace(place: Masked): Masked {
  return { ...place, at: cut(place.at, valueLimit), what: cut(place.what, valueLimit) };
}

function shortHead<Head extends ResponseHead>(head: Head, most: number): Head {
  const headers = fittingHeaders(head.headers, most, shortHeader);
  return { ...head, reason: cut(head.reason, valueLimit), headers };
}

function excerpt(exchange: Exchange, limit: typeof ofFirst): Exchange {
  const { response, failure, request, masked } = exchange;
  const body = response && { ...response.body, text: cut(response.body.text, limit.body) };
  const head = failure?.head;
  return {
    ...exchange,
    request: {
      ...request,
      url: cut(request.url, urlLimit),
      headers: fittingHeaders(request.headers, limit.list, shortHeader),
      addressed: Object.fromEntries(
        Object.entries(request.addressed).map(([name, value]) => [name, cut(value, valueLimit)]),
      ),
      ...known({ body: request.body && cut(request.body, limit.body) }),
    },
    ...(response && body && { response: { ...shortHead(response, limit.list), body } }),
    ...(failure && head && { failure: { ...failure, head: shortHead(head, limit.list) } }),
    masked: fittingMasked(masked, limit.list, shortPlace),
  };
}

/** Exchanges as a report shows them: long texts cut, with their length and a hash. The recording keeps them whole. */
export function excerpts(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.map((one, at) => excerpt(one, at < firstExchanges ? ofFirst : ofOthers));
}
