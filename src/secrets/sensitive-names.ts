/**
 * Names that say "secret", of JSON members, headers and query parameters, and the word for each in a marker. Compared
 * without case and punctuation, as the whole name or its end (`client_secret`, `X-Auth-Token`). No documented field
 * ends so; a test holds that.
 */
const kinds: Readonly<Record<string, string>> = {
  password: 'password',
  passwd: 'password',
  passphrase: 'passphrase',
  pwd: 'password',
  secret: 'secret',
  token: 'token',
  jwt: 'jwt',
  apikey: 'api key',
  accesskey: 'access key',
  secretkey: 'secret key',
  privatekey: 'private key',
  signingkey: 'signing key',
  authorization: 'authorization',
  credential: 'credential',
  credentials: 'credentials',
  setcookie: 'set-cookie',
  setcookie2: 'set-cookie',
  cookie: 'cookie',
  sessionid: 'session id',
};
/** Of two that end alike, the longer one. */
const sensitiveEnding = new RegExp(`(?:${Object.keys(kinds).join('|')})$`);

/** Says to a browser whether to send credentials; it is not one itself (CORS). */
const aboutCredentials = 'accesscontrolallowcredentials';
const truthValue = /^(?:true|false)$/i;

/**
 * What a name says that its value is (`password`, `set-cookie`), or undefined for an ordinary name.
 * @param value where it is known: `true` and `false` are never secrets
 */
export function sensitiveKind(name: string, value = ''): string | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const ending = plain === aboutCredentials ? undefined : sensitiveEnding.exec(plain)?.[0];
  return ending === undefined || truthValue.test(value.trim()) ? undefined : kinds[ending];
}

/** Response headers whose values are kept: what explains an answer and is not a credential. */
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
