import { isPlainObject } from '../../json/plain.ts';
import type { Response } from '../../model/exchange.ts';
import { type Deviation, parsed } from './deviation.ts';
import type { MistakeName } from './mistakes.ts';

type TextBody = Pick<Response['body'], 'encoding' | 'text'>;

function isUtf16({ encoding, text }: TextBody): boolean {
  if (encoding !== 'base64') return text.includes('\u0000"');
  const bytes = Buffer.from(text.slice(0, 64), 'base64');
  const even = bytes.filter((byte, at) => at % 2 === 0 && byte === 0).length;
  const odd = bytes.filter((byte, at) => at % 2 === 1 && byte === 0).length;
  return bytes.length >= 4 && Math.max(even, odd) >= Math.floor(bytes.length / 4);
}

/** Where the first JSON value of a text ends, when brackets alone are counted; -1 where it does not end. */
function endOfObject(text: string): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Elements with which pages and fragments of them begin. */
const html =
  /^(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*>)*<(?:!doctype html|html|head|body|title|meta|link|style|script|h[1-6]|p|pre|div|span|center|table|form|ul|ol|a|b|br|hr|font|main|section)\b/i;
const xml = /^\s*<(?:\?xml|!--|[a-z][\w:.-]*[\s/>])/i;
/** An object behind something that keeps browsers from reading it as a script, or that makes it one. */
const script = /^\)\]\}'|^[\w.$]+\(\s*\{[\s\S]*\}\s*\);?\s*$|^(?:while|for)\(/;

function isMarkup(text: string): boolean {
  return text.trimStart().startsWith('<');
}

function isSentAs(type: string, response: Response | null): boolean {
  const headers = response?.headers ?? [];
  return headers.some(
    ([name, value]) => /^content-type$/i.test(name) && value.toLowerCase().startsWith(type),
  );
}

/** What is in the place of one JSON object. */
export function inPlaceOfAnObject({ response, answer }: Deviation): MistakeName | null {
  if (response?.status === 204 || response?.status === 205) return 'no-content';
  const { encoding, text }: TextBody = response?.body ?? { encoding: 'utf8', text: '' };
  if (encoding === 'utf8' && text.trim() === '') return 'empty-body';
  if (html.test(text) || (isMarkup(text) && isSentAs('text/html', response))) return 'html';
  if (xml.test(text)) return 'xml';
  if (isUtf16({ encoding, text })) return 'utf-16';
  if (encoding === 'base64') return 'no-utf-8';
  if (typeof answer === 'string' && isPlainObject(parsed(answer))) return 'encoded-twice';
  if (Array.isArray(answer) && answer.length === 1 && isPlainObject(answer[0])) return 'envelope-in-array';
  if (answer !== undefined) return 'no-object';
  if (script.test(text.trim())) return 'script-around';
  if (!/^\s*[{[]/.test(text)) return 'plain-text';
  const end = endOfObject(text);
  if (end === -1) return 'ends-early';
  const isWhole = end < text.trimEnd().length && isPlainObject(parsed(text.slice(0, end)));
  return isWhole ? 'text-behind' : 'broken-json';
}

/** Whether a request that was served got a status that refuses it. */
export function isRefusal({ response }: Deviation): boolean {
  return (response?.status ?? 0) >= 400;
}
