/** Three parts of Base64 in its URL form (RFC 7519, 3.1). */
const jsonWebToken = /^[\w-]+\.([\w-]+)\.[\w-]*$/;

/** The end of the year 9999, in seconds: what is later cannot be a date. */
const lastMoment = 253_402_300_799;

/** When a JSON Web Token expires, by its claim exp, in milliseconds since 1970; null for any other text. */
export function expiryOf(token: string): number | null {
  const [, claims] = jsonWebToken.exec(token) ?? [];
  if (claims === undefined) return null;
  try {
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { exp?: unknown };
    return typeof exp === 'number' && exp > 0 && exp <= lastMoment ? exp * 1000 : null;
  } catch {
    return null;
  }
}
