import type { Tool } from '../../src/model/tool.ts';
import { urlOf } from '../../src/text/url.ts';

/** Prints what the document leaves open or contradicts, the same for every service. */
export function documentCommand({ command = 'conformance' }: Tool): string {
  return `${command} docs document`;
}

/** Prints what the document says about a requirement, with examples. */
export function explainCommand({ command = 'conformance' }: Tool, id: string): string {
  return `${command} explain ${id}`;
}

/** An address that a page may link to: http and https only, no user name, nothing unseen; null for any other text. */
export function webLink(text: string | undefined): string | null {
  if (text === undefined || !/^https?:\/\/[!-~]+$/.test(text) || /["'<>`\\]/.test(text)) return null;
  const url = urlOf(text);
  return url !== null && url.username + url.password === '' ? text : null;
}
