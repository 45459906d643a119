/** Bounds of what services and clients send. Nothing else in the project repeats one of these numbers. */
export const limits = {
  /** Bytes of header names and values in one head. Behind several gateways cookies and policies reach 16 KiB. */
  headerBytes: 64 * 1024,
  /** Bytes of a response body, on the wire and after each content coding is undone: a thousand documented records. */
  bodyBytes: 1024 * 1024,
  /**
   * Bytes of one response as it is recorded: a body of the largest size fits with each of its characters escaped by a
   * backslash; control characters take six bytes each.
   */
  exchangeBytes: 2 * 1024 * 1024,
  /**
   * Bytes of all responses of a run as they are recorded, all kept until the reports are written: four thousand documented
   * records. A response of many JSON values counts `valueBytes` for each, as they take memory. Once they are used up,
   * `leastExchangeBytes` are left for each further response, so that the longest run records less than 64 MB.
   */
  runBytes: 8 * 1024 * 1024,
  leastExchangeBytes: 16 * 1024,
  valueBytes: 32,
  /** Bytes of the bodies of all PUT requests of a run as they are recorded; more is refused before anything is sent. */
  requestBytes: 8 * 1024 * 1024,
  /** Headers of one response, and their bytes as written, that are kept; the rest is counted. */
  headers: 200,
  keptHeaderBytes: 16 * 1024,
  /** Objects and arrays inside one another; far below what overflows a recursive reader's stack. */
  depth: 256,
  /** Objects, arrays and scalars of one body, each of a hundred bytes of memory and more; a documented record has sixty. */
  values: 20_000,
  /** Of traffic that is watched: bytes of the heads of an exchange that is judged, and of a body that is judged. */
  relayedKeptHeadBytes: 256 * 1024,
  relayedBodyBytes: 256 * 1024,
  /** Bytes of all copies and heads, and exchanges that wait to be judged; what is beyond passes unjudged. */
  relayedBytes: 32 * 1024 * 1024,
  relayedWaiting: 2_000,
  /** Content codings around one body: one is usual, two happen by accident at a gateway. */
  codings: 3,
  /** Interim responses (1xx) before the final one. */
  interimResponses: 16,
  /** Milliseconds for one address of a host name before the next is tried (RFC 8305); the last has no limit. */
  addressAttemptMs: 1000,
  /** Characters below which a secret is not searched for: it would match everywhere. */
  shortestSecret: 4,
  /** Characters below which a whole report is not searched for a secret, as reports hold ids and times. */
  shortestSought: 8,
  /** Masked places of one body, and their bytes as written, that are noted one by one; the rest is noted once. */
  maskedPlaces: 1000,
  maskedBytes: 64 * 1024,
  /** Characters of the description of a failure: a service may have written some of it. */
  failureMessage: 500,
  /** Characters of a JSON Pointer; a longer one is noted as a place that cannot be given. */
  pointerLength: 1024,
  /** Bytes of a line of somebody's traffic: a response and a request of the largest size, most characters escaped. */
  lineBytes: 8 * 1024 * 1024,
} as const;

/** Milliseconds for each request, unless `--timeout-ms` says otherwise. */
export const usualTimeoutMs = 10_000;
