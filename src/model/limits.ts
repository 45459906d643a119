/** Bounds of what services and clients send. Nothing else in the project repeats one of these numbers. */
export const limits = {
  /**
   * Bytes of header names and values in one response head, and in one request head that is passed on. Four times Node's default: services behind several
   * gateways reach 16 KiB with cookies and policies, and none has an honest use for 64 KiB.
   */
  headerBytes: 64 * 1024,
  /**
   * Bytes of a response body, on the wire and again after each content coding is undone. A documented record is
   * about 2 KiB; a thousand times that leaves room, and a handful of exchanges in flight stay within memory.
   */
  bodyBytes: 1024 * 1024,
  /**
   * Bytes of one response as it is written to the recording: head, body, masked places, all escapes. A body of the
   * largest size fits with each of its characters escaped by a backslash; control characters take six bytes each.
   */
  exchangeBytes: 2 * 1024 * 1024,
  /**
   * Bytes of all responses of a run, written so, as all are kept until the reports are written; a response of many JSON
   * values counts `valueBytes` for each, as they take memory. Four thousand documented records fit. Once they are used up, `leastExchangeBytes` are left for each further response: the recording of the
   * most requests that a run may send stays below 64 MB.
   */
  runBytes: 8 * 1024 * 1024,
  leastExchangeBytes: 16 * 1024,
  valueBytes: 32,
  /** Bytes of the bodies of all PUT requests of a run, written so; more is refused before anything is sent. */
  requestBytes: 8 * 1024 * 1024,
  /** Headers of one response, and their bytes as written, that are kept; the rest is counted. */
  headers: 200,
  keptHeaderBytes: 16 * 1024,
  /** Objects and arrays inside one another; far below what overflows a recursive reader's stack. */
  depth: 256,
  /**
   * Objects, arrays and scalars of one body. A documented record has some sixty; each takes a hundred bytes of memory
   * and more, and a body could hold half a million.
   */
  values: 20_000,
  /**
   * Of traffic that is watched as it passes. Bytes of memory of the heads of an exchange that is judged, and bytes of a
   * body that are copied to be judged: a hundred documented records. Bytes of all copies and heads, of what passes and of
   * what waits to be judged; a body beyond it is
   * not copied. Exchanges that wait to be judged; those beyond it pass unjudged.
   */
  relayedKeptHeadBytes: 256 * 1024,
  relayedBodyBytes: 256 * 1024,
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
  /** Masked places of one body that are noted one by one; what lies beyond is noted once, for the whole body. */
  maskedPlaces: 1000,
  /** Bytes, as written, of the masked places of one response that are noted one by one. */
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
