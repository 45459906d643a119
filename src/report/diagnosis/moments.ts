import type { JsonNode } from '../../model/json.ts';

/** Parts of a moment as a service wrote them; `time` is null for a day alone. */
interface Moment {
  readonly day: string;
  readonly time: string | null;
}

const pattern =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

function two(part: string): string {
  return part.padStart(2, '0');
}

/** Whether the calendar and the clock have it. */
function exists(day: string, time: string): boolean {
  const instant = new Date(`${day}T${time}Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${day}T${time}`);
}

function fromText(text: string): Moment | null {
  const [, year = '', month = '', date = '', hour, minute = '00', second = '00'] =
    pattern.exec(text.trim()) ?? [];
  if (year === '') return null;
  const day = `${year}-${two(month)}-${two(date)}`;
  const time = hour === undefined ? null : `${two(hour)}:${minute}:${second}`;
  return exists(day, time ?? '00:00:00') ? { day, time } : null;
}

/** Seconds or milliseconds since 1970, of this century's first decades: in UTC. */
function fromDigits(digits: string): Moment | null {
  if (!/^1\d{9}(?:\d{3})?$/.test(digits)) return null;
  const instant = new Date(Number(digits) * (digits.length === 10 ? 1000 : 1)).toISOString();
  return { day: instant.slice(0, 10), time: instant.slice(11, 19) };
}

/** Whether a value counts seconds or milliseconds since 1970. */
export function isSinceEpoch(node: JsonNode | null): boolean {
  if (node?.type === 'number') return fromDigits(node.text) !== null;
  return node?.type === 'string' && fromDigits(node.value) !== null;
}

/** The moment that a value means; null where that is not clear. */
export function momentOf(node: JsonNode | null): Moment | null {
  if (node?.type === 'number') return fromDigits(node.text);
  return node?.type === 'string' ? (fromDigits(node.value) ?? fromText(node.value)) : null;
}

/** Whether a text is written like a day or a moment, but none that exists: 2025-02-30, 0000-00-00. */
export function isImpossible(node: JsonNode | null): boolean {
  return node?.type === 'string' && pattern.test(node.value.trim()) && fromText(node.value) === null;
}

/** A moment in a form of the document; null where it lacks what the form needs. */
export function momentAs(moment: Moment, form: string): string | null {
  const { day, time } = moment;
  if (form === 'date') return day;
  if (time === null) return form === 'timestamp-text' ? day : null;
  return `${day} ${time}`;
}
