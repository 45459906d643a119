/** What the document says about each reason to refuse a request, or that it says nothing. For the log, not for the client. */
const documents = {
  path_unknown: 'section 4 has no such path',
  method_not_allowed: 'section 4 has no such method for this path',
  credentials_missing: 'section 5: every request carries the header Authorization: Bearer <ACCESS_TOKEN>',
  credentials_malformed: 'section 5: the header is Authorization: Bearer <ACCESS_TOKEN>',
  token_unknown: 'section 5: the header has an access token; this service does not know that token',
  body_too_long: 'section 8: limits are not shown; this service has one',
  entity_unknown:
    'section 4: entityId is the identifier of an entity; this service has no entity with that identifier',
  automation_rule_unknown:
    'section 4.2: the path ends with the identifier of an automation rule; no rule has it, or the rule was deleted',
  body_not_expected: 'section 4.2: request body: none',
  content_type_not_json: 'section 4.1: Content-Type: application/json',
  content_coding_unknown: 'section 1 shows no content coding; this service supports none',
  body_not_utf8: 'section 1: requests use JSON, which is UTF-8',
  body_not_json: 'section 1: requests use JSON',
  transformer_not_valid: 'section 2.2; which fields are required is not shown; this service requires all',
  internal: 'internal',
};

/** One thing that is wrong with a request's body. */
export type Problem = {
  /** RFC 6901 JSON Pointer into the request body. */
  readonly pointer: string;
  readonly message: string;
};

interface Details {
  readonly headers?: Readonly<Record<string, string>>;
  readonly problems?: readonly Problem[];
}

/** A refused request, thrown wherever the reason is found. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: keyof typeof documents;
  readonly document: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];

  constructor(status: number, code: keyof typeof documents, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.document = documents[code];
    this.headers = details.headers ?? {};
    this.problems = details.problems ?? [];
  }
}
