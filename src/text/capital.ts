/** The text with a capital letter at its beginning, as a sentence has one. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
