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

function fromCalendar(text: string): Moment | null {
  const [, year = '', month = '', date = '', hour, minute = '00', second = '00'] =
    pattern.exec(text.trim()) ?? [];
  if (year === '') return null;
  const day = `${year}-${two(month)}-${two(date)}`;
  const time = hour === undefined ? null : `${two(hour)}:${minute}:${second}`;
  return exists(day, time ?? '00:00:00') ? { day, time } : null;
}

/** Whether digits count seconds or milliseconds since 1970, of this century's first decades. */
export function isSinceEpoch(text: string): boolean {
  return /^1\d{9}(?:\d{3})?$/.test(text);
}

function fromEpoch(digits: string): Moment {
  const instant = new Date(Number(digits) * (digits.length === 10 ? 1000 : 1)).toISOString();
  return { day: instant.slice(0, 10), time: instant.slice(11, 19) };
}

/** The moment that a text or a number means, in a form of the document; null where it lacks what the form needs. */
export function momentIn(text: string, form: string): string | null {
  const moment = isSinceEpoch(text) ? fromEpoch(text) : fromCalendar(text);
  if (moment === null) return null;
  const { day, time } = moment;
  if (form === 'date') return day;
  if (time === null) return form === 'timestamp-text' ? day : null;
  return `${day} ${time}`;
}
