import type { Exchange, Facet } from '../../schemas/types.ts';
import { authenticationSchemes, valuesOf } from '../model/exchange.ts';
import { requestPlace } from '../model/requirement.ts';
import { contract, pathParameter } from '../operations/index.ts';
import { type ReadRequest, replaced } from '../reading/bodies.ts';
import { maskedIn, nothingMasked, type SentData } from '../reading/sent.ts';
import { bytesNotRecorded, maskedThere, type Skipped, skipped } from '../reading/skipped.ts';
import { cut } from '../text/cut.ts';
import type { Noted } from './noted.ts';
import { walk } from './walk.ts';

/** There is nothing that a request could be compared with. */
const nothing: SentData = { body: null, addressed: {}, unknown: null, masked: nothingMasked };

/** What a part of a request says: whether it is as it should be and what is there, or why that is not known. */
type Verdict = { readonly holds: boolean; readonly expected: string; readonly actual: string } | Skipped;

function verdict(holds: boolean, expected: string, actual: string): Verdict {
  return { holds, expected, actual };
}

/** What each value of a header says, or that there is none. */
function onHeader(
  { request, recorded }: Exchange,
  name: string,
  expected: string,
  verdictOf: (value: string) => Verdict,
): readonly Verdict[] {
  const values = valuesOf(request.headers, name.toLowerCase());
  if (values.length > 0) return values.map(verdictOf);
  const isKnown = recorded === undefined || recorded.request.headers === 'complete';
  if (isKnown) return [verdict(false, expected, `no ${name} header`)];
  return [skipped(`no ${name} header was recorded, and there may have been one`)];
}

const bearer = 'Bearer, a space and an access token';

/** What may be shown of another value: the scheme, where it is a registered one. All else may be a secret. */
const schemes = new RegExp(`^(?:${authenticationSchemes})(?= )`, 'i');

/** What stands in a record for a value that somebody masked whole, the scheme with it. */
const mask = /^[^A-Za-z0-9]*$|^x+$|\b(?:masked|redacted|removed|hidden|filtered|omitted|sanitized|secret)\b/i;

function ofAuthorization(value: string): Verdict {
  if (value.trim() === '') return verdict(false, bearer, 'an empty value');
  if (/^Bearer +\S/.test(value)) return verdict(true, bearer, 'Bearer and a token');
  if (/^Bearer +\S/i.test(value))
    return skipped('the scheme Bearer is written in another case, of which the document says nothing');
  if (/^Bearer *$/i.test(value)) return verdict(false, bearer, 'Bearer without a token');
  const scheme = schemes.exec(value)?.[0];
  if (scheme === undefined && mask.test(value))
    return skipped('the Authorization header was recorded without its scheme');
  return verdict(false, bearer, scheme === undefined ? 'another value' : `the scheme ${scheme}`);
}

/** The path of a URL, without host and query. */
function pathOf(url: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? '';
}

/** By operation: its path at the end of another one. Identifiers may be empty: those of the shown request are. */
const pathEnds = new Map(
  contract.operations.map(({ name, path }) => [
    name,
    new RegExp(`${path.replaceAll(pathParameter, '[^/]*')}$`),
  ]),
);

/** Values that loggers write where there was no body. */
const emptyValues: ReadonlySet<string> = new Set(['', '{}', 'null', '""']);

/** What requirements ask of a request as a whole, by their facets. */
const wholeRequest: Readonly<Partial<Record<Facet, (request: ReadRequest) => readonly Verdict[]>>> = {
  method: ({ exchange: { operation, request } }) => {
    const { method } = contract.operation(operation);
    return [verdict(request.method === method, method, request.method)];
  },
  path: ({ exchange: { operation, request } }) => {
    const given = pathOf(request.url);
    const isThere = pathEnds.get(operation)?.test(given) === true;
    return [verdict(isThere, contract.operation(operation).path, given)];
  },
  bearer: ({ exchange }) => {
    const { recorded, credentials, request } = exchange;
    const isOnPurpose = recorded === undefined && credentials === 'none';
    return isOnPurpose && valuesOf(request.headers, 'authorization').length === 0
      ? [skipped('it was sent without credentials on purpose')]
      : onHeader(exchange, 'Authorization', bearer, ofAuthorization);
  },
  /** Parameters after the media type are left alone, as the document says nothing of them. */
  'content-type': ({ exchange }) => {
    const json = 'application/json';
    return onHeader(exchange, 'Content-Type', json, (value) =>
      verdict(value.split(';')[0]?.trim().toLowerCase() === json, json, cut(value)),
    );
  },
  json: ({ exchange: { recorded, masked }, content }) => {
    const isParsed = recorded?.request.body === 'parsed';
    if (isParsed && (content === null || content.kind === 'json')) return [bytesNotRecorded];
    if (content === null) return [verdict(false, 'JSON', 'no body')];
    if (content.kind === 'json') return [verdict(true, 'JSON', 'JSON')];
    if (masked.some(({ part, at }) => part === 'request-body' && at === '')) return [maskedThere];
    return [content.kind === 'not-json' ? verdict(false, 'JSON', content.problem) : skipped(content.problem)];
  },
  body: ({ exchange: { request, recorded }, content }) => {
    const { body: text = '' } = request;
    if (recorded?.request.body === 'parsed' && emptyValues.has(text))
      return [skipped('a value was recorded where there may have been no body')];
    if (content === replaced || (content?.kind === 'not-recorded' && text === ''))
      return [skipped(content.problem)];
    return [verdict(text === '', 'no body', text === '' ? 'no body' : `a body of ${text.length} characters`)];
  },
};

/** Notes what a request shows. */
export function putRequest(noted: Noted, request: ReadRequest): void {
  const { content, exchange } = request;
  const { whole, noBody } = noted.plan;
  for (const [facet, at] of whole)
    for (const one of wholeRequest[facet]?.(request) ?? [])
      if ('reason' in one) noted.skip(at, one);
      else {
        const { holds, expected, actual } = one;
        noted.judge(at, holds, () => ({ pointer: requestPlace, expected, actual: cut(actual) }));
      }
  if (content?.kind === 'json') {
    const masked = maskedIn(exchange.masked, 'request-body', requestPlace);
    walk(noted, { json: content.json, masked, sent: nothing });
  } else if (content === null || content.kind === 'not-json') noted.skipBody(noBody);
  else noted.skipBody(skipped(noBody.reason));
}
