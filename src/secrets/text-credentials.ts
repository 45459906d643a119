import querystring from 'node:querystring';
import { opener } from './marker.ts';
import { type Hit, merged } from './secret-search.ts';
import { mayBeSecret, parameterKind, sensitiveKind } from './sensitive-names.ts';

/** Without one of these there is neither user information nor a parameter, and no JSON inside a string. */
const sign = /[=@]|%(?:3d|40)|\\(?:u00(?:3d|40)|")/i;

/** Whether there may be credentials in a JSON text. To look for single characters takes a tenth of the time of the pattern. */
export function mayHoldCredentials(text: string): boolean {
  if (text.includes('=') || text.includes('@')) return true;
  return (text.includes('%') || text.includes('\\')) && sign.test(text);
}

type Found = (start: number, end: number, name: string) => void;

/** What is at an offset of a text; empty for nothing. */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

// A run of backslashes is looked at from its beginning alone: from each of them, it would take the square of its length.

/**
 * Where an authority begins (WHATWG URL, section 4.4): of some schemes without slashes too. All this also in JSON, or
 * percent-encoded in another URL.
 */
const authority =
  /(?:https?|wss?|ftp)(?:(?::|\\+u003a)(?:[/\\\t\r\n]|\\+u00[25][cf])*|(%3a)(?:%2f|%5c)*)|(?<!\\)(?:\\*\/|\\+u002f){2,}|(%2f){2,}/gi;
const untilPath = /(?:[^/\\?#"<>]|\\+(?:u(?!00(?:2f|3f|5c|2[23]|3[ce]))[\da-f]{4}|[trn]))*/iy;
const untilEncodedPath = /(?:(?!%(?:2f|5c|3f|23|26))[^/\\?#"<>&\s])*/iy;
const untilAt = /.*(?=@|(?<!\\)\\+u0040)/isy;
const untilEncodedAt = /.*(?=@|(?<!\\)\\+u0040|%40)/isy;

/** User information goes to the last @ in front of the path. */
function findUserInformation(text: string, found: Found): void {
  for (let next = authority.exec(text); next !== null; next = authority.exec(text)) {
    const start = authority.lastIndex;
    const isEncoded = (next[1] ?? next[2]) !== undefined;
    const rest = matchAt(isEncoded ? untilEncodedPath : untilPath, text, start);
    const end = matchAt(isEncoded ? untilEncodedAt : untilAt, rest, 0).length;
    authority.lastIndex = start + rest.length;
    // What is written about an address and behind it another one, of a person, is prose.
    const [word = ''] = rest.split(/\s/, 1);
    const isUser = word.length >= end || (/[:@]/.test(word) && /[/\\]$|%/.test(next[0]));
    if (end > 0 && isUser) found(start, start + end, 'credentials');
  }
}

const parameter =
  /(^"?|["?&;#]|(?<!\\)\\+u00(?:26|3b|23|3f)|%(?:26|23|3f|3b))((?:(?!%3d)[^?&;#=\s"\\]){1,100})(=|\\+u003d|%3d)/gi;
const value = /(?:(?!(?<!\\)\\+(?:"|u00(?:26|23|22|3e)))[^&#\s>"])+/iy;
const encodedValue = /(?:(?!%(?:26|23))[^&#\s>"\\])+/iy;

/** Parameters of URLs and forms. One that begins a text, under a name of URLs alone, ends it or is followed by another one. */
function findParameters(text: string, found: Found): void {
  for (let next = parameter.exec(text); next !== null; next = parameter.exec(text)) {
    const [, before = '', written = '', equals = ''] = next;
    const name = querystring.unescape(written);
    const kind = parameterKind(name);
    const start = parameter.lastIndex;
    if (kind === undefined) continue;
    const end = start + matchAt(equals.startsWith('%') ? encodedValue : value, text, start).length;
    const isProse = /^"?$/.test(before) && /\s/.test(text[end] ?? '');
    if (isProse && sensitiveKind(name) === undefined) continue;
    found(start, end, kind);
    parameter.lastIndex = end;
  }
}

/** The quotes of JSON that is so deep in strings of JSON. */
const member = /(\\{0,7})"([^"\\]{1,100})\1"\s*:\s*/g;

/** Members of JSON inside a string; where the text is no JSON, or was cut, all members. */
function findMembers(text: string, found: Found, isText: boolean): void {
  for (let next = member.exec(text); next !== null; next = member.exec(text)) {
    const [, { length: depth } = '', name = ''] = next;
    const kind = sensitiveKind(name);
    if (kind === undefined || (depth === 0 && !isText)) continue;
    const start = member.lastIndex;
    const quote = `\\\\{${depth}}"`;
    const opening = matchAt(new RegExp(quote, 'y'), text, start).length;
    const string = new RegExp(`(?:(?!(?<!\\\\)${quote})[^])*`, 'y');
    const number = isText ? /-?\d[-+.\deE]*|[[{][\s\S]*/y : /-?\d[-+.\deE]*/y;
    const end = start + opening + matchAt(opening > 0 ? string : number, text, start + opening).length;
    found(start + opening, end, kind);
    member.lastIndex = end;
  }
}

/**
 * Credentials of other people in a text, as JSON may write it, by their names: parameters of URLs and forms, members of JSON
 * inside a string; and user information of URLs. In order; none overlaps another.
 * @param isText whether it is no JSON, or was cut: names of its own members count as well
 */
export function credentialsIn(text: string, isText = false): readonly Hit[] {
  if (!isText && !mayHoldCredentials(text)) return [];
  const hits: Hit[] = [];
  const found: Found = (start, end, name) => {
    const secret = text.slice(start, end);
    if (mayBeSecret(secret) && !secret.startsWith(opener.trimEnd())) hits.push({ start, end, name });
  };
  findUserInformation(text, found);
  findParameters(text, found);
  findMembers(text, found, isText);
  return merged(hits);
}
