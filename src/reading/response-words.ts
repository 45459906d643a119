import { nearestSpan, pointerToken } from '../json/place.ts';
import { isPlainObject } from '../json/plain.ts';
import { jsonTypePhrase, typeOf } from '../json/types.ts';
import type { ReadJson } from '../model/json.ts';
import type { ReadBody, Signs } from '../model/reading.ts';

/** Members named in one sentence before the rest is counted. */
const namedMembers = 5;
/** Characters of a member's name and of its value. */
const nameLength = 40;
const valueLength = 100;

/** Members by which services explain an error to a reader. */
const explaining = new Set(['msg', 'message', 'title', 'detail', 'reason', 'description']);

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
}

function nameText(name: string): string {
  return /^[\w.-]+$/.test(name) ? shortened(name, nameLength) : JSON.stringify(shortened(name, nameLength));
}

function valueText({ text, spans }: ReadJson, name: string): string {
  const { start, end } = nearestSpan(spans, `/${pointerToken(name)}`);
  return shortened(
    text.slice(start, Math.min(end, start + 10 * valueLength)).replaceAll(/\s+/g, ' '),
    valueLength,
  );
}

/**
 * The members of a response's root, those that deny first: `code 500, msg "please log in" (also: requestId)`. Only members
 * that deny or explain come with their value; the other values differ from request to request and do not help a reader.
 */
function named(json: ReadJson, all: readonly string[], denials: readonly string[]): string {
  const weight = (name: string) => (denials.includes(name) ? 0 : explaining.has(name) ? 1 : 2);
  const members = all.toSorted((one, other) => weight(one) - weight(other));
  const first = members.slice(0, namedMembers);
  const helpful = first
    .filter((name) => weight(name) < 2)
    .map((name) => `${nameText(name)} ${valueText(json, name)}`);
  const others = first.filter((name) => weight(name) === 2).map(nameText);
  const more = members.length > namedMembers ? ` and ${members.length - namedMembers} more` : '';
  if (helpful.length === 0 || others.length === 0) return `${[...helpful, ...others].join(', ')}${more}`;
  return `${helpful.join(', ')} (also: ${others.join(', ')}${more})`;
}

/** What a response holds, to be read after its status: ` with code 500, msg "please log in"`, `; the body is empty`. */
export function contentText(content: ReadBody, { denials }: Signs, lead = 'with'): string {
  if (content.kind !== 'json') return `; ${content.problem}`;
  const { json } = content;
  if (!isPlainObject(json.value)) return ` with ${jsonTypePhrase(typeOf(json.value))}`;
  const names = Object.keys(json.value);
  return names.length === 0 ? ' with an empty object' : ` ${lead} ${named(json, names, denials)}`;
}
