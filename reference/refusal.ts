/** One thing that is wrong with a request's body. */
export type Problem = {
  /** RFC 6901 JSON Pointer into the request body. */
  readonly pointer: string;
  readonly message: string;
};

/** A reason that one operation alone has. */
interface OwnReason {
  readonly code: string;
  /** What the document says about it, or that it says nothing. For the log, not for the client. */
  readonly document: string;
}

/** What the document says about the reasons that any operation may have. */
const documents = {
  path_unknown: 'section 4 has no such path',
  method_not_allowed: 'section 4 has no such method for this path',
  credentials_missing: 'section 5: every request carries the header Authorization: Bearer <ACCESS_TOKEN>',
  credentials_malformed: 'section 5: the header is Authorization: Bearer <ACCESS_TOKEN>',
  token_unknown: 'section 5: the header has an access token; this service does not know that token',
  entity_unknown:
    'section 4: entityId is the identifier of an entity; this service has no entity with that identifier',
  body_too_long: 'section 8: limits are not shown; this service has one',
  too_busy: 'section 8: limits are not shown; this service has one for the bodies that are sent at once',
  body_not_utf8: 'section 1: requests use JSON, which is UTF-8',
  body_not_json: 'section 1: requests use JSON',
  content_type_not_json: 'section 4.1: Content-Type: application/json',
  content_coding_unknown: 'section 1 shows no content coding; this service supports none',
  internal: 'internal',
} as const;

interface Details {
  readonly headers?: Readonly<Record<string, string>>;
  readonly problems?: readonly Problem[];
}

/** A refused request, thrown wherever the reason is found. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly document: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];

  constructor(
    status: number,
    reason: keyof typeof documents | OwnReason,
    message: string,
    details: Details = {},
  ) {
    super(message);
    const own = typeof reason === 'string' ? { code: reason, document: documents[reason] } : reason;
    this.status = status;
    this.code = own.code;
    this.document = own.document;
    this.headers = details.headers ?? {};
    this.problems = details.problems ?? [];
  }
}
