import type { Operation } from './requirement.ts';

/** Which credentials a probe carries: the real token, none at all, or a made-up token. */
export type Credentials = 'authorised' | 'none' | 'made-up';

/** A token that no service has issued; not a secret, so reports show it. */
export const madeUpToken = 'made-up-token-of-a-conformance-suite';

/** One planned request. */
export interface Probe {
  /** Unique within a plan: `put-authorised`, `delete-no-header`, `put-authorised-2`. */
  readonly id: string;
  readonly operation: Operation;
  readonly credentials: Credentials;
  readonly method: string;
  /** Path below the origin, percent-encoded, with the base URL's own path in front. */
  readonly path: string;
  readonly purpose: string;
  /** The identifiers that the path was built from, unencoded. */
  readonly addressed: Readonly<Record<string, string>>;
  /** JSON text of the request body; absent where the document gives none. */
  readonly body?: string;
  /** Media type of the body, where it is not application/json. */
  readonly contentType?: string;
}

/** Name and value as received; names keep their case. */
export type Header = readonly [name: string, value: string];

/** Whether a header has a name, in whatever case it was written (RFC 9110 section 5.1). @param name in lower case */
export function isNamed([own]: Header, name: string): boolean {
  return own.length === name.length && own.toLowerCase() === name;
}

/** The values of all headers of a name, in their order. @param name in lower case */
export function valuesOf(headers: readonly Header[], name: string): readonly string[] {
  return headers.filter((header) => isNamed(header, name)).map(([, value]) => value);
}

/** Response bodies are kept as text where they are UTF-8, and as Base64 where they are not. */
export interface Body {
  readonly encoding: 'utf8' | 'base64';
  readonly text: string;
  /** Length in bytes after decompression. */
  readonly bytes: number;
}

export interface ResponseHead {
  readonly status: number;
  /** The reason phrase; it means nothing to the judge. */
  readonly reason: string;
  readonly headers: readonly Header[];
}

export interface Response extends ResponseHead {
  readonly body: Body;
  /** Content codings that were undone to get the body, outermost last; empty for none. */
  readonly decoded: readonly string[];
}

/** Every way an exchange can end without a complete response. */
export const failureKinds = [
  'dns',
  'refused',
  'unreachable',
  'tls',
  'proxy',
  'timeout',
  'closed',
  'reset',
  'truncated',
  'too-large',
  'too-many-headers',
  'not-http',
  'encoding',
  'interrupted',
] as const;

export type FailureKind = (typeof failureKinds)[number];

export interface Failure {
  readonly kind: FailureKind;
  /** The cause in words that an operator understands. */
  readonly message: string;
  /** False only when the request certainly never left: no effect is possible. */
  readonly sent: boolean;
  /** What had arrived before the exchange failed. */
  readonly head?: ResponseHead;
}

/** A place where a secret was masked before the exchange was stored. */
export interface Masked {
  readonly part: 'request-header' | 'request-body' | 'status-line' | 'header' | 'body';
  /** A header's name, or a JSON Pointer into the body; empty when it cannot be given. */
  readonly at: string;
  /** What was masked, by name: `access token`, `set-cookie`, … */
  readonly what: string;
}

/** Milliseconds from the start of the exchange; null for a phase that was not reached. */
export interface Timings {
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly connectMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body?: string;
  readonly addressed: Readonly<Record<string, string>>;
}

/**
 * How a body was recorded. `whole`: all its bytes; one that is not there was not sent. `parsed`: a JSON value, written
 * out anew as text, so nothing is known of its bytes, its byte order mark, its UTF-8 and keys that stood twice. `cut`:
 * a part, by a mark or by its stated length. `absent`: not at all, and there may have been one.
 */
export type BodyRecorded = 'whole' | 'parsed' | 'cut' | 'absent';

/** How much of a request or a response was recorded. */
export interface RecordedMessage {
  /** `complete`: a header that is not in the record was not sent. */
  readonly headers: 'complete' | 'partial';
  readonly body: BodyRecorded;
}

/** How much of an exchange somebody else recorded. What was not recorded proves nothing. */
export interface Recorded {
  readonly request: RecordedMessage;
  readonly response: RecordedMessage;
}

/** What was sent and what came back, redacted when it was made, plain JSON. Exactly one of response and failure. */
export interface Exchange {
  readonly id: string;
  readonly probe: string;
  readonly operation: Operation;
  /** `authorised` also where it is not known; see `knowsCredentials`. */
  readonly credentials: Credentials;
  readonly purpose: string;
  readonly request: SentRequest;
  readonly response?: Response;
  readonly failure?: Failure;
  readonly masked: readonly Masked[];
  readonly timings: Timings;
  /** Absent where the suite sent the request itself, so that everything is known. */
  readonly recorded?: Recorded;
}

/** The status that arrived, with a complete response or a part of one. */
export function statusOf({ response, failure }: Pick<Exchange, 'response' | 'failure'>): number | undefined {
  return (response ?? failure?.head)?.status;
}

/** Whether the recorded headers say which credentials a request had. */
export function knowsCredentials({ request, recorded }: Exchange): boolean {
  if (recorded === undefined || recorded.request.headers === 'complete') return true;
  return request.headers.some((header) => isNamed(header, 'authorization'));
}

/** Whether the whole body of a request is known, so that it can be compared with another one. */
export function knowsRequestBody({ recorded }: Exchange): boolean {
  return recorded === undefined || recorded.request.body === 'whole' || recorded.request.body === 'parsed';
}

const probeNames: Readonly<Record<Credentials, string>> = {
  none: 'no-header',
  'made-up': 'made-up-token',
  authorised: 'authorised',
};

/** The id of the first request of its kind. */
export function probeName(operation: Operation, credentials: Credentials): string {
  return `${operation}-${probeNames[credentials]}`;
}
