/** Escapes one reference token of a JSON Pointer (RFC 6901 section 3). */
export function pointerToken(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

/** The keys and indexes of a JSON Pointer, in order; none for the root. */
export function pointerKeys(pointer: string): readonly string[] {
  const tokens = pointer.split('/').slice(1);
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What a place names at certain positions: `*` is the position of an element. Its names need no escapes. */
export function pointerAt(place: string, positions: readonly number[]): string {
  if (!place.includes('*')) return place;
  let used = 0;
  return place.replaceAll('*', () => {
    used += 1;
    return String(positions[used - 1] ?? '-');
  });
}
