import type { VNode } from 'preact';
// Escapes by default, small, typed elements; nothing of it reaches the page.
import { renderToString } from 'preact-render-to-string';

/** A place for text that is put in when everything else is made: a comment, which no text of a report can be. */
export const later = '<!-- later -->';

/** Style, script and tags, which stay as they are, and a quotation mark in the text between them. */
const quoteInText = /<(style|script)>[\s\S]*?<\/\1>|<[^>"]*(?:"[^"]*"[^>"]*)*>|&quot;/g;

/**
 * The text of a part of a page; everything in it was escaped by Preact, but the style and the script. Quotation marks need
 * that in attributes only, and JSON is full of them: as themselves they make a page a twentieth smaller. What is found is
 * looked at one by one, as a page has 100,000 tags.
 */
export function textOf(part: VNode): string {
  const text = renderToString(part);
  const pieces: string[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(quoteInText)) {
    if (found !== '&quot;') continue;
    pieces.push(text.slice(end, index), '"');
    end = index + found.length;
  }
  return pieces.join('') + text.slice(end);
}
