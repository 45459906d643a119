/** An address that a page may link to: http and https only, no user name, nothing unseen; null for any other text. */
export function webLink(text: string | undefined): string | null {
  if (text === undefined || !/^https?:\/\/[!-~]+$/.test(text) || /["'<>`\\]/.test(text)) return null;
  if (!URL.canParse(text)) return null;
  const { username, password } = new URL(text);
  return username + password === '' ? text : null;
}
