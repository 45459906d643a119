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

/** A credential where a pattern matches; undefined where it is none. */
type FindCredential = (match: RegExpExecArray, text: string, isText: boolean) => Hit | undefined;

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
const userInformation: FindCredential = ([before, ...encoded], text) => {
  const start = authority.lastIndex;
  const isEncoded = encoded.some((one) => one !== undefined);
  const rest = matchAt(isEncoded ? untilEncodedPath : untilPath, text, start);
  const { length } = matchAt(isEncoded ? untilEncodedAt : untilAt, rest, 0);
  authority.lastIndex = start + rest.length;
  // What is written about an address and behind it another one, of a person, is prose.
  const [word = ''] = rest.split(/\s/, 1);
  const isUser = word.length >= length || (/[:@]/.test(word) && /[/\\]$|%/.test(before));
  return length > 0 && isUser ? { start, end: start + length, name: 'credentials' } : undefined;
};

const parameter =
  /(^"?|["?&;#]|(?<!\\)\\+u00(?:26|3b|23|3f)|%(?:26|23|3f|3b))((?:(?!%3d)[^?&;#=\s"\\]){1,100})(=|\\+u003d|%3d)/gi;
const value = /(?:(?!(?<!\\)\\+(?:"|u00(?:26|23|22|3e)))[^&#\s>"])+/iy;
const encodedValue = /(?:(?!%(?:26|23))[^&#\s>"\\])+/iy;

/** Parameters of URLs and forms. One that begins a text, under a name of URLs alone, ends it or is followed by another one. */
const parameterValue: FindCredential = ([, before = '', written = '', equals = ''], text) => {
  const parameterName = querystring.unescape(written);
  const name = parameterKind(parameterName);
  if (name === undefined) return undefined;
  const start = parameter.lastIndex;
  const end = start + matchAt(equals.startsWith('%') ? encodedValue : value, text, start).length;
  const isProse = /^"?$/.test(before) && /\s/.test(text[end] ?? '');
  return isProse && sensitiveKind(parameterName) === undefined ? undefined : { start, end, name };
};

/** The quotes of JSON that is so deep in strings of JSON. */
const member = /(\\{0,7})"([^"\\]{1,100})\1"\s*:\s*/g;

/** Members of JSON inside a string; where the text is no JSON, or was cut, all members. */
const memberValue: FindCredential = ([, { length: depth } = '', memberName = ''], text, isText) => {
  const name = sensitiveKind(memberName);
  if (name === undefined || (depth === 0 && !isText)) return undefined;
  const quote = `\\\\{${depth}}"`;
  const { length } = matchAt(new RegExp(quote, 'y'), text, member.lastIndex);
  const start = member.lastIndex + length;
  const string = new RegExp(`(?:(?!(?<!\\\\)${quote})[^])*`, 'y');
  const number = isText ? /-?\d[-+.\deE]*|[[{][\s\S]*/y : /-?\d[-+.\deE]*/y;
  return { start, end: start + matchAt(length > 0 ? string : number, text, start).length, name };
};

const finders = [
  [authority, userInformation],
  [parameter, parameterValue],
  [member, memberValue],
] as const;

/**
 * Credentials of other people in a text, as JSON may write it, by their names: parameters of URLs and forms, members of JSON
 * inside a string; and user information of URLs. In order; none overlaps another.
 * @param isText whether it is no JSON, or was cut: names of its own members count as well
 */
export function credentialsIn(text: string, isText = false): readonly Hit[] {
  if (!isText && !mayHoldCredentials(text)) return [];
  const hits: Hit[] = [];
  for (const [pattern, find] of finders)
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const hit = find(match, text, isText);
      if (hit === undefined) continue;
      pattern.lastIndex = Math.max(pattern.lastIndex, hit.end);
      const secret = text.slice(hit.start, hit.end);
      if (mayBeSecret(secret) && !secret.startsWith(opener.trimEnd())) hits.push(hit);
    }
  return merged(hits);
}
