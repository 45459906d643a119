import type { Response } from '../../../schemas/types.ts';
import { JsonSyntaxError } from '../../json/json.ts';
import { isPlainObject } from '../../json/plain.ts';
import { readJson } from '../../json/text.ts';
import { known } from '../../model/known.ts';
import { type Deviation, parsed } from './deviation.ts';
import { type Diagnosis, type MistakeName, shortened } from './mistakes.ts';

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

/** Braces of a text with which the object may begin that is looked for. */
const mostBraces = 5;

/** What is in front of an object that ends the text; null for anything else. */
function beforeAnObject(text: string): string | null {
  let at = text.indexOf('{');
  for (let tried = 0; at > 0 && tried < mostBraces; tried += 1) {
    if (isPlainObject(parsed(text.slice(at)))) return text.slice(0, at).trim();
    at = text.indexOf('{', at + 1);
  }
  return null;
}

/** What to write in place of what is not JSON, by the words of `src/json/json.ts`. */
const notJsonCures: readonly (readonly [problem: RegExp, cure: string])[] = [
  [/^a comma before/, 'leave out the comma before the closing bracket'],
  [/^a comment/, 'leave comments out: JSON has none'],
  [/^a single quote/, 'write keys and texts in double quotes; JSON does not allow single quotes'],
  [/^no comma/, 'write a comma in front of what follows'],
  [
    /NaN$|Infinity$/,
    'send a number: JSON has no {what}; some libraries still write it (for json.dumps in Python, set allow_nan=False)',
  ],
  [
    /^(?:None|True|False)$/,
    'write null, true and false, not {what}: the text of an object in Python is not JSON (json.dumps writes it)',
  ],
  [/^undefined$/, 'send null or a value, or leave the member out: JSON has no {what}'],
];

/** The first error of a text that is not JSON, and what to write in its place. */
function brokenJson(text: string): Diagnosis {
  try {
    readJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { problem: what } = error;
    const cure = notJsonCures.find(([pattern]) => pattern.test(what))?.[1].replace('{what}', what);
    return { cause: 'broken-json', key: what, what, ...known({ cure }) };
  }
  return { cause: 'broken-json', what: 'it cannot be read' };
}

/** What is in the place of one JSON object. */
export function inPlaceOfAnObject({ response, answer }: Deviation): Diagnosis | MistakeName | null {
  const { status } = response ?? {};
  if (status === 204 || status === 205) return { cause: 'no-content', key: `${status}`, what: `${status}` };
  const { encoding, text: sent }: TextBody = response?.body ?? { encoding: 'utf8', text: '' };
  const text = sent.replace(/^\ufeff/, '');
  if (encoding === 'utf8' && text.trim() === '') return 'empty-body';
  if (html.test(text) || (isMarkup(text) && isSentAs('text/html', response))) return 'html';
  if (xml.test(text)) return 'xml';
  if (isUtf16({ encoding, text })) return 'utf-16';
  if (encoding === 'base64') return 'no-utf-8';
  if (typeof answer === 'string' && isPlainObject(parsed(answer))) return 'encoded-twice';
  if (Array.isArray(answer) && answer.length === 1 && isPlainObject(answer[0])) return 'envelope-in-array';
  if (answer !== undefined) return 'no-object';
  if (script.test(text.trim())) return 'script-around';
  if (!/^\s*[{[]/.test(text)) {
    const before = beforeAnObject(text);
    if (before === null) return 'plain-text';
    const quoted = JSON.stringify(shortened(before));
    return {
      cause: 'text-before',
      cure: `begin the body with the opening brace of the object, without ${quoted}`,
    };
  }
  const end = endOfObject(text);
  if (end === -1) return 'ends-early';
  const isWhole = end < text.trimEnd().length && isPlainObject(parsed(text.slice(0, end)));
  return isWhole ? 'text-behind' : brokenJson(text);
}

/** Whether a request that was served got a status that refuses it. */
export function isRefusal({ response }: Deviation): boolean {
  return (response?.status ?? 0) >= 400;
}
