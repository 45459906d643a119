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

/** A part of a moment that the calendar or the clock does not have. */
interface WrongPart {
  /** `month 20`. */
  readonly part: string;
  /** `a month from 01 to 12`. */
  readonly right: string;
}

/** What is wrong with a text that is written like a day or a moment, but none that exists: 2025-02-30, 0000-00-00. */
export function wrongParts(text: string): readonly WrongPart[] {
  const [, year = '', month = '', ...others] = pattern.exec(text.trim()) ?? [];
  if (year === '' || fromCalendar(text) !== null) return [];
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  const days = isMonth ? new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate() : 31;
  const parts: readonly (readonly [noun: string, digits: string | undefined, first: number, last: number])[] =
    [
      ['a year', year, 1, 9999],
      ['a month', month, 1, 12],
      ['a day', others[0], 1, days],
      ['an hour', others[1], 0, 23],
      ['a minute', others[2], 0, 59],
      ['a second', others[3], 0, 59],
    ];
  return parts.flatMap(([noun, digits, first, last]) =>
    digits === undefined || (Number(digits) >= first && Number(digits) <= last)
      ? []
      : [
          {
            part: `${noun.replace(/^an? /, '')} ${digits}`,
            right: `${noun} from ${two(String(first))} to ${two(String(last))}`,
          },
        ],
  );
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
