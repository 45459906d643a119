/** The value of a JSON text; undefined, which no JSON text has, for a text that is none. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
