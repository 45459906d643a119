import { createHash, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusal.ts';

/** Who sent a request, as far as its Authorization header says. */
export type Caller = 'authorised' | 'without-header' | 'unknown-token' | 'malformed';

function sameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/**
 * The case of the scheme does not matter (RFC 9110, 11.1).
 * @param fields all Authorization fields of the request
 */
export function callerOf(fields: readonly string[] | undefined, token: string): Caller {
  const [field, second] = fields ?? [];
  if (field === undefined) return 'without-header';
  const [, offered] = /^bearer +([\x21-\x7e]+)$/i.exec(field) ?? [];
  if (offered === undefined || second !== undefined) return 'malformed';
  return sameText(offered, token) ? 'authorised' : 'unknown-token';
}

const refusals = {
  'without-header': ['credentials_missing', 'The Authorization header is missing.', ''],
  malformed: ['credentials_malformed', 'The Authorization header is not "Bearer <ACCESS_TOKEN>".', ''],
  'unknown-token': ['token_unknown', 'The access token is not known here.', ', error="invalid_token"'],
} as const;

/** The challenge is the one of RFC 6750, 3. */
export function unauthorised(caller: Exclude<Caller, 'authorised'>): Refusal {
  const [code, message, error] = refusals[caller];
  return new Refusal(401, code, message, {
    headers: { 'www-authenticate': `Bearer realm="reference"${error}` },
  });
}
