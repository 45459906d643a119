/** What the document says about a refused request, or that it says nothing. By the codes of refusals. */
export const refusalWords: Readonly<Record<string, string>> = {
  path_unknown: 'section 4 has no such path',
  method_not_allowed: 'section 4 has no such method for this path',
  credentials_missing: 'section 5: every request carries the header Authorization: Bearer <ACCESS_TOKEN>',
  credentials_malformed: 'section 5: the header is Authorization: Bearer <ACCESS_TOKEN>',
  token_unknown: 'section 5: the header carries an access token; this service does not know this one',
  entity_unknown: 'section 4: entityId is the identifier of an entity; this service has another one',
  automation_rule_unknown:
    'section 4.2: an automation rule identifier; no rule has this one, or it was deleted',
  body_too_long: 'section 8: limits are not shown; this service has one',
  too_busy: 'section 8: limits are not shown; this service has one for the bodies that are sent at once',
  body_not_expected: 'section 4.2: request body: none',
  body_not_utf8: 'section 1: requests use JSON, which is UTF-8',
  body_not_json: 'section 1: requests use JSON',
  content_type_not_json: 'section 4.1: Content-Type: application/json',
  content_coding_unknown: 'section 1 shows no content coding; this service supports none',
  transformer_not_valid: 'section 2.2; which fields are required is not shown; this service requires all',
};
