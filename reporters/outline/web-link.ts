import { urlOf } from '../../src/text/url.ts';

/** An address that a page may link to: http and https only, no user name, nothing unseen; null for any other text. */
export function webLink(text: string | undefined): string | null {
  if (text === undefined || !/^https?:\/\/[!-~]+$/.test(text) || /["'<>`\\]/.test(text)) return null;
  const url = urlOf(text);
  return url !== null && url.username + url.password === '' ? text : null;
}
