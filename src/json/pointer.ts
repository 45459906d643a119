/** Escapes one reference token of a JSON Pointer (RFC 6901 section 3). */
export function pointerToken(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

/** The keys and indexes of a JSON Pointer, in order; none for the root. */
export function pointerKeys(pointer: string): readonly string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
