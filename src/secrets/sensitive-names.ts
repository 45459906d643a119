import { isPlainObject } from '../json/plain.ts';
import { remembering } from '../model/latest.ts';

/**
 * Names that say "secret", of JSON members, headers and parameters, and the word for each in a marker. Compared without
 * case, punctuation, digits at the end and the s of a plural, as the whole name or its end (`client_secret`,
 * `X-Auth-Tokens`). No documented field ends so; a test holds that.
 */
const words =
  `password, passphrase, passcode, secret, token, jwt, api key, access key, account key, secret key, private key,
  shared key, signing key, encryption key, subscription key, signature, authorization, set-cookie, cookie, session id`.split(
    /,\s+/,
  );
const kinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(words.map((word) => [word.replace(/[ -]/, ''), word])),
  ...{ passwd: 'password', pwd: 'password', sig: 'signature', credential: 'credentials' },
  ...{ accesskeyid: 'access key', authkey: 'key', functionskey: 'key' },
};
/** Of two that end alike, the longer one. */
const sensitiveEnding = new RegExp(`(${Object.keys(kinds).join('|')})s?\\d*$`);

/**
 * Names that say so of a parameter of a URL or a form, as a whole and as they are written: a JSONPath such as `$[?(@.key=='a')]`
 * has none. As JSON members they are ordinary: a denial has a `code` that people have to read.
 */
const parameterKinds: ReadonlyMap<string, string> = new Map([
  ['auth', 'authorization'],
  ['code', 'code'],
  ['key', 'key'],
  ['pass', 'password'],
]);

/** Says to a browser whether to send credentials; it is not one itself (CORS). */
const aboutCredentials = 'accesscontrolallowcredentials';
const truthValue = /^(?:true|false)$/i;

/** Whether a value may be a secret: empty ones, `true` and `false` never are. */
export function mayBeSecret(value: string): boolean {
  return value !== '' && !truthValue.test(value.trim());
}

/** What the name of a header or a JSON member says that its value is (`password`, `set-cookie`), or undefined. */
export function sensitiveKind(name: string): string | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const ending = plain === aboutCredentials ? undefined : sensitiveEnding.exec(plain)?.[1];
  return ending === undefined ? undefined : kinds[ending];
}

/** Different names that are remembered, and their characters, as somebody else chooses them. */
const mostNames = 10_000;
const mostCharacters = 200_000;

/** Whether the name of a header, a member or a parameter does not say that its value is a secret; remembers it. */
export const isOpenName = remembering((name) => sensitiveKind(name) === undefined, mostNames, mostCharacters);

/** Whether all members of a value that was read, and of what is in it, have such names. */
export function hasOpenNames(value: unknown): boolean {
  if (Array.isArray(value)) {
    for (const item of value) if (!hasOpenNames(item)) return false;
    return true;
  }
  if (!isPlainObject(value)) return true;
  for (const name in value) {
    if (!isOpenName(name)) return false;
    const member = value[name];
    if (typeof member === 'object' && !hasOpenNames(member)) return false;
  }
  return true;
}

/** What the name of a parameter of a URL or a form says that its value is. */
export function parameterKind(name: string): string | undefined {
  return sensitiveKind(name) ?? parameterKinds.get(name.toLowerCase());
}

/** Response headers whose values are kept: what explains a response and is not a credential. */
const allowedHeaders: ReadonlySet<string> = new Set(
  `accept-ranges age allow alt-svc api-version cache-control cf-ray connection content-disposition
  content-encoding content-language content-length content-location content-type correlation-id date
  deprecation etag expires keep-alive last-modified link location pragma proxy-authenticate
  proxy-status ratelimit request-id retry-after server server-timing strict-transport-security
  sunset traceparent trailer transfer-encoding upgrade vary via warning www-authenticate
  x-api-version x-cache x-content-type-options x-correlation-id x-powered-by x-request-id x-trace-id`.split(
    /\s+/,
  ),
);

export function isAllowedHeader(name: string): boolean {
  const plain = name.toLowerCase();
  return allowedHeaders.has(plain) || /^(?:(?:x-)?rate-?limit|access-control)-[a-z-]+$/.test(plain);
}
