/** A text as a URL, or null for one that is none. @param base what a relative one begins at */
// Goes with Node.js 20: there URL.canParse, called some thousand times, calls a URL with a letter such as ü none.
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
