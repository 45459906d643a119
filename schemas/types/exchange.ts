// Written by `npm run docs` from schemas/suite.

/** The body after decompression. */
export interface Body {
  /** Base64 where the bytes are not UTF-8. */
  readonly encoding: 'utf8' | 'base64';
  /** The body in that encoding; secrets are masked. */
  readonly text: string;
  /** Length in bytes. */
  readonly bytes: number;
}

/** All of its bytes, a JSON value that was written out anew, a part, nothing though there may have been a body, a text that is not what was sent, or the name of another file. */
export type BodyRecorded = 'whole' | 'parsed' | 'cut' | 'absent' | 'altered' | 'attached';

/** The real token, no header at all, or a made-up token. */
export type Credentials = 'authorised' | 'none' | 'made-up';

/** One request and what came back, or how it failed. */
export interface Exchange {
  /** Id of an exchange of this report. */
  readonly id: string;
  /** Name of the probe. */
  readonly probe: string;
  /** Name of an operation of the contract, such as put or delete. */
  readonly operation: string;
  /** The real token, no header at all, or a made-up token. */
  readonly credentials: Credentials;
  /** Why it was sent. */
  readonly purpose: string;
  readonly request: SentRequest;
  readonly response?: Response;
  readonly failure?: Failure;
  /** Places where a secret was masked before this was stored. */
  readonly masked: readonly Masked[];
  readonly timings: Timings;
  readonly recorded?: Recorded;
}

/** Why no complete response came. */
export interface Failure {
  /** The sort of failure. */
  readonly kind: 'dns' | 'refused' | 'unreachable' | 'tls' | 'proxy' | 'timeout' | 'closed' | 'reset' | 'truncated' | 'too-large' | 'too-many-headers' | 'not-http' | 'encoding' | 'interrupted';
  /** The cause in words. */
  readonly message: string;
  /** False only when the request certainly never left. */
  readonly sent: boolean;
  /** What had arrived before. */
  readonly head?: ResponseHead;
}

/** Name and value; names keep their case. */
export type Header = readonly [string, string];

/** A place where a secret was masked. */
export interface Masked {
  /** Part of the exchange. */
  readonly part: 'request-header' | 'request-body' | 'status-line' | 'header' | 'body';
  /** Name of a header, or JSON Pointer into the body; empty when it is not known. */
  readonly at: string;
  /** What was masked, by name. */
  readonly what: string;
}

/** One request of the plan, as it will be sent. */
export interface Probe {
  /** Name of a planned request. */
  readonly id: string;
  /** Name of an operation of the contract, such as put or delete. */
  readonly operation: string;
  readonly credentials: Credentials;
  /** The HTTP method of an operation. */
  readonly method: string;
  /** Path below the origin. */
  readonly path: string;
  /** Why it is sent. */
  readonly purpose: string;
  /** Identifiers that the path was built from, by name, not encoded. */
  readonly addressed: {
    readonly [name: string]: string;
  };
  /** JSON text; absent where none is sent. */
  readonly body?: string;
  /** Media type of the body; absent for application/json. */
  readonly contentType?: string;
}

/** What is known of an exchange that somebody else recorded; absent where the suite sent the request itself. */
export interface Recorded {
  readonly request: RecordedMessage;
  readonly response: RecordedMessage;
  /** Present where a service worker handed the response on, which was recorded when the network gave it, too. */
  readonly isCopy?: true;
}

/** How much of a request or a response was recorded. */
export interface RecordedMessage {
  /** Whether a header that is not there was not sent either. */
  readonly headers: 'complete' | 'partial';
  /** All of its bytes, a JSON value that was written out anew, a part, nothing though there may have been a body, a text that is not what was sent, or the name of another file. */
  readonly body: BodyRecorded;
}

/** What came back, complete. */
export interface Response {
  /** HTTP status code. */
  readonly status: number;
  /** Reason phrase; it means nothing to the judge. */
  readonly reason: string;
  /** Header fields in their order; secrets are masked. */
  readonly headers: readonly Header[];
  readonly body: Body;
  /** Content codings that were undone, outermost last. */
  readonly decoded: readonly string[];
}

/** Status line and header fields. */
export interface ResponseHead {
  /** HTTP status code. */
  readonly status: number;
  /** Reason phrase; it means nothing to the judge. */
  readonly reason: string;
  /** Header fields in their order; secrets are masked. */
  readonly headers: readonly Header[];
}

/** What was sent. */
export interface SentRequest {
  /** HTTP method. */
  readonly method: string;
  /** The whole URL; that of recorded traffic as it was recorded, which may be a path alone. */
  readonly url: string;
  /** Header fields in their order; secrets are masked. */
  readonly headers: readonly Header[];
  /** JSON text; absent where none was sent. */
  readonly body?: string;
  /** Identifiers that the path was built from, by name, not encoded. */
  readonly addressed: {
    readonly [name: string]: string;
  };
}

/** When and how long. */
export interface Timings {
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  /** Milliseconds from the start of the exchange; null for a phase that was not reached. */
  readonly connectMs: number | null;
  /** Milliseconds from the start of the exchange; null for a phase that was not reached. */
  readonly firstByteMs: number | null;
  /** Milliseconds until the end. */
  readonly totalMs: number;
}
