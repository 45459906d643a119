/**
 * A text as a URL, or null for one that is none. `URL.canParse` is not asked: once it has been called some thousand times,
 * Node.js 20 calls a URL with a letter such as ü none.
 */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
