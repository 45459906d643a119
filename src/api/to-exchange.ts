import type { Exchange } from '../model/exchange.ts';
import { addressedBy, exchangeOf } from './exchange-of.ts';
import type { ToExchangeOptions } from './exchange-options.ts';
import type { RequestInput, ResponseInput } from './http-message.ts';
import { readRequest, readResponse } from './read-message.ts';

/**
 * Makes an exchange of what an HTTP client sent and got, in plain JSON and redacted: the token is masked wherever it
 * stands, and so are other headers' secrets.
 *
 * Of a fetch `Response` a clone is read. What fetch hides cannot be judged or shown: header names arrive in lower case
 * and sorted, headers of one name joined (`set-cookie` excepted), content codings undone, early hints and trailers
 * dropped. undici's `request` hides nothing of the body, which is read here and then stands in
 * `exchange.response.body`.
 *
 * @throws RequestError when the request is none of the document's, or its body is gone or no JSON
 * @throws ResponseError when the answer was read before, redirected, or is opaque
 */
export async function toExchange(
  request: RequestInput,
  response: ResponseInput,
  options: ToExchangeOptions = {},
): Promise<Exchange> {
  const read = await readRequest(request);
  const addressed = addressedBy(read);
  return exchangeOf({ request: read, addressed, response: await readResponse(response) }, options);
}
