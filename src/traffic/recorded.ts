import { contentCodings } from '../http/decode.ts';
import type { BodyRecorded, Exchange, Failure, Response, ResponseHead } from '../model/exchange.ts';
import { limits } from '../model/limits.ts';
import type { Addressed } from './addressed.ts';
import { absent, type JsonSource, type RecordedBody, requestBody, responseBody } from './body.ts';
import { assertFewSecrets, credentialsOf, isAuthorization, requestHeaders } from './headers.ts';
import { headersOf, headerValue, statusOf, type TrafficEntry, timeOf } from './message.ts';

/** What is known of an exchange besides the record. */
export interface RecordContext {
  /** Unique among all that is judged together. */
  readonly id: string;
  /** Whether the owner of the recording says that headers are complete. */
  readonly headersComplete: boolean;
  /** The entry as it was written. */
  readonly source: JsonSource;
}

/** The time of an exchange without a recorded time. */
export const unknownTime = new Date(0).toISOString();

interface RecordedResponse {
  readonly outcome: { readonly response: Response } | { readonly failure: Failure };
  readonly body: BodyRecorded;
}

const noAnswer: RecordedResponse = {
  outcome: { failure: { kind: 'interrupted', message: 'no response was recorded', sent: true } },
  body: 'absent',
};

function answered(
  { status, reason, headers }: ResponseHead,
  { state, body }: RecordedBody,
): RecordedResponse {
  if (body.bytes <= limits.bodyBytes) {
    const isEncoded = headerValue(headers, 'content-encoding') !== null;
    const decoded = isEncoded ? contentCodings(headers).map((coding) => coding.toLowerCase()) : [];
    return { outcome: { response: { status, reason, headers, body, decoded } }, body: state };
  }
  const head = { status, reason, headers };
  const message = `the body is larger than ${limits.bodyBytes} bytes, the most that is read`;
  return { outcome: { failure: { kind: 'too-large', message, sent: true, head } }, body: state };
}

function answerOf({ response }: TrafficEntry, source: JsonSource): RecordedResponse {
  const status = response === null ? null : statusOf(response);
  if (response === null || status === null) return noAnswer;
  const headers = headersOf(response, 'response');
  const reason = response['statusText'] ?? response['reason'];
  const head = { status, reason: typeof reason === 'string' ? reason : '', headers };
  return answered(head, responseBody(response, status, headers, source));
}

function durationOf({ whole }: TrafficEntry): number {
  const { time } = whole;
  return typeof time === 'number' && time >= 0 && time < 1e9 ? time : 0;
}

/** Bytes that are not UTF-8 cannot be judged as the body of a request. */
function sentBody(found: RecordedBody): RecordedBody {
  return found.body.encoding === 'base64' ? absent : found;
}

/**
 * An exchange that somebody else recorded, not redacted, with what was recorded of it.
 * @throws EntryProblem where a part is malformed
 */
export function recorded(
  message: TrafficEntry,
  { operation, identifiers }: Addressed,
  { id, headersComplete, source }: RecordContext,
): Exchange {
  const { request, method, url, whole } = message;
  const headers = requestHeaders(request);
  assertFewSecrets(headers);
  const credentials = credentialsOf(headers);
  const sent = sentBody(requestBody(request, headers, headersComplete, source));
  const { outcome, body } = answerOf(message, source);
  const known = headersComplete ? 'complete' : 'partial';
  const startedAt = timeOf(whole) ?? unknownTime;
  const addressed = identifiers;
  const hasBody = sent.state !== 'cut' && sent.body.text !== '';
  return {
    id,
    probe: id,
    operation,
    credentials: headersComplete || headers.some(isAuthorization) ? credentials : 'authorised',
    purpose: `${method} in recorded traffic`,
    request: hasBody
      ? { method, url, headers, addressed, body: sent.body.text }
      : { method, url, headers, addressed },
    masked: [],
    timings: { startedAt, connectMs: null, firstByteMs: null, totalMs: durationOf(message) },
    recorded: {
      request: { headers: known, body: sent.state },
      response: { headers: known, body },
      // Chrome has what a service worker handed on beside what it got from the network.
      ...(message.response?.['_fetchedViaServiceWorker'] === true && { isCopy: true }),
    },
    ...outcome,
  };
}
