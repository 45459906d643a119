import { type Exchange, type Header, valuesOf } from '../model/exchange.ts';
import { rememberingLatest } from '../model/latest.ts';
import { cut } from '../text/cut.ts';
import { type Skipped, skipped } from './skipped.ts';

/** What one header, or its absence, says: whether it is as it should be and what is there, or why that is not known. */
export type HeaderVerdict =
  | { readonly holds: boolean; readonly expected: string; readonly actual: string }
  | Skipped;

function headerVerdict(holds: boolean, expected: string, actual: string): HeaderVerdict {
  return { holds, expected, actual };
}

/** Whether a header that is not in the record was not sent either. */
function knowsAllHeaders({ recorded }: Exchange): boolean {
  return recorded === undefined || recorded.request.headers === 'complete';
}

/** Different lists of headers that are remembered: most requests of a client have the same. */
const mostLists = 4;

/** The verdicts on the values of a header. */
function onValues(
  name: string,
  verdictOf: (value: string) => HeaderVerdict,
): (headers: readonly Header[]) => readonly HeaderVerdict[] {
  return rememberingLatest((headers) => valuesOf(headers, name).map(verdictOf), mostLists);
}

const bearer = 'Bearer, a space and an access token';

/** What may be shown of another value: the scheme, where it is a registered one. All else may be a secret. */
const schemes =
  /^(?:Basic|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|OAuth|SCRAM-SHA-\d+|vapid|Token|ApiKey|AWS4-HMAC-SHA256)(?= )/i;

/** What stands in a record for a value that somebody masked whole, the scheme with it. */
const mask = /^[^A-Za-z0-9]*$|^x+$|\b(?:masked|redacted|removed|hidden|filtered|omitted|sanitized|secret)\b/i;

const onBearer = onValues('authorization', (value) => {
  if (/^Bearer +\S/.test(value)) return headerVerdict(true, bearer, 'Bearer and a token');
  if (/^Bearer +\S/i.test(value))
    return skipped('the scheme Bearer is written in another case, of which the document says nothing');
  if (/^Bearer *$/i.test(value)) return headerVerdict(false, bearer, 'Bearer without a token');
  const scheme = schemes.exec(value)?.[0];
  if (scheme === undefined && mask.test(value))
    return skipped('the Authorization header was recorded without its scheme');
  return headerVerdict(false, bearer, scheme === undefined ? 'another value' : `the scheme ${scheme}`);
});

export function bearerVerdicts(exchange: Exchange): readonly HeaderVerdict[] {
  const verdicts = onBearer(exchange.request.headers);
  if (verdicts.length > 0) return verdicts;
  const isOurs = exchange.recorded === undefined;
  if (isOurs && exchange.credentials === 'none')
    return [skipped('it was sent without credentials on purpose')];
  return knowsAllHeaders(exchange)
    ? [headerVerdict(false, bearer, 'no Authorization header')]
    : [skipped('no Authorization header was recorded, and there may have been one')];
}

const json = 'application/json';

/** Parameters after the media type are left alone, as the document says nothing of them. */
const onContentType = onValues('content-type', (value) =>
  headerVerdict(value.split(';')[0]?.trim().toLowerCase() === json, json, cut(value)),
);

export function contentTypeVerdicts(exchange: Exchange): readonly HeaderVerdict[] {
  const verdicts = onContentType(exchange.request.headers);
  if (verdicts.length > 0) return verdicts;
  return knowsAllHeaders(exchange)
    ? [headerVerdict(false, json, 'no Content-Type header')]
    : [skipped('no Content-Type header was recorded, and there may have been one')];
}
