import type { Answered } from '../../reference/service.ts';
import { contract } from '../operations/index.ts';

/** What the document says of a request that was refused, or that it says nothing. By the codes of the refusals. */
const words: Readonly<Record<string, string>> = {
  path_unknown: 'section 4 has no such path',
  method_not_allowed: 'section 4 has no such method for this path',
  credentials_missing: 'section 5: every request carries the header Authorization: Bearer <ACCESS_TOKEN>',
  credentials_malformed: 'section 5: the header is Authorization: Bearer <ACCESS_TOKEN>',
  token_unknown: 'section 5: the header carries an access token, and this is none of this service',
  entity_unknown: 'section 4: entityId is the identifier of an entity; there is none with this one',
  automation_rule_unknown: 'section 4.2: an automation rule identifier; no rule has this one, or no longer',
  body_too_long: 'section 8: limits are not shown; this service has one',
  body_not_expected: 'section 4.2: request body: none',
  body_not_utf8: 'section 1: requests use JSON, which is UTF-8',
  body_not_json: 'section 1: requests use JSON',
  content_type_not_json: 'section 4.1: Content-Type: application/json',
  content_coding_unknown: 'section 1 shows no content coding; this service undoes none',
  transformer_not_valid: 'section 2.2; which fields are required is not shown, and this service wants all',
};

/** Problems with a body that are listed. */
const mostProblems = 10;

function carriedOut({ method }: Answered): string {
  if (method === 'OPTIONS') return 'the document says nothing of OPTIONS';
  const operation = contract.operations.find((one) => one.method === method);
  return operation === undefined ? 'as asked' : `section ${operation.section}: ${operation.object}`;
}

/** One request, what was answered, and what the document says of it. @param broken faults that are in the answer */
export function logLines(answered: Answered, broken: readonly string[]): string {
  const { method, path, status, refusal } = answered;
  const said = refusal === null ? carriedOut(answered) : (words[refusal.code] ?? refusal.code);
  const faults =
    refusal === null && method !== 'OPTIONS' && broken.length > 0 ? `, with ${broken.join(', ')}` : '';
  const problems = refusal?.problems ?? [];
  const listed = problems.slice(0, mostProblems).map(({ pointer, message }) => `  ${pointer}: ${message}`);
  const left = problems.length - listed.length;
  const lines = [
    `${method} ${path} → ${status}${faults} (${said})`,
    ...listed,
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
