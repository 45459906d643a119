/** A form of text that the document gives. Names that JSON Schema knows too are judged as strictly as here. */
export interface TextFormat {
  readonly name: string;
  /** Continues "data.createdAt is …". */
  readonly phrase: string;
  readonly test: (text: string) => boolean;
  readonly examples: readonly string[];
  /** Texts that come close and do not have the form: each is a mistake that a service could make. */
  readonly nearMisses: readonly string[];
}

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** A day of the Gregorian calendar, as RFC 3339 section 5.7 counts them; years 0000 to 9999. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  const days = month === 2 && isLeapYear(year) ? 29 : daysOfMonth[month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

const datePattern = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/** Whether a text is a day of the calendar in the form YYYY-MM-DD. */
export function isDate(text: string): boolean {
  const [, year, month, day] = datePattern.exec(text) ?? [];
  return day !== undefined && isCalendarDay(Number(year), Number(month), Number(day));
}

function isTimeOfDay(text: string): boolean {
  return /^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$/.test(text);
}

function isLocalDateTime(text: string): boolean {
  return text.length === 19 && isDate(text.slice(0, 10)) && text[10] === ' ' && isTimeOfDay(text.slice(11));
}

/** RFC 3339 section 5.6, with the letters in either case; a leap second only where one can be. */
const rfc3339 =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}:[0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$/;

function isRfc3339(text: string): boolean {
  const [, date, minute, second] = rfc3339.exec(text) ?? [];
  if (date === undefined || minute === undefined || second === undefined) return false;
  return isDate(date) && isTimeOfDay(`${minute}:${second === '60' ? '59' : second}`);
}

/** Abbreviations that ICU takes for a zone and that the IANA database does not hold. */
const icuOnly = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(
    ' ',
  ),
);

/** Names differ by more than case in the database, so case is not judged. */
function isKnownToIcu(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9+\-_/]*$/.test(text) || icuOnly.has(text.toUpperCase())) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** Answers repeat a few names, and asking for one is slow. */
const namesSeen = new Map<string, boolean>();
const namesRemembered = 1_000;

function isTimeZoneName(text: string): boolean {
  const answer = namesSeen.get(text) ?? isKnownToIcu(text);
  if (namesSeen.size < namesRemembered) namesSeen.set(text, answer);
  return answer;
}

const dateNearMisses = [
  '2025-02-30',
  '2023-02-29',
  '1900-02-29',
  '2025-04-31',
  '2025-13-01',
  '2025-00-10',
  '2025-01-00',
  '2025-1-5',
  '25-01-05',
  '2025/01/05',
  '20250105',
  '05-01-2025',
  '01/05/2025',
  '2025-005',
  '2025-W01-1',
  '2025-01',
  ' 2025-01-05',
  '2025-01-05 ',
  '2025-01-05\n',
  '+2025-01-05',
  '٢٠٢٥-٠١-٠٥',
  '２０２５-０１-０５',
  '2025‑01‑05',
  'null',
  '0000-00-00',
];

const textFormats: readonly TextFormat[] = [
  {
    name: 'uuid',
    phrase: 'UUID-shaped: 8-4-4-4-12 hexadecimal digits',
    test: (text) => /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/.test(text),
    examples: ['3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f', '3F2B8C1E-9D4A-7E6B-0F70-1A2B3C4D5E6F'],
    nearMisses: [
      '',
      '3f2b8c1e9d4a4e6b8f701a2b3c4d5e6f',
      'urn:uuid:3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f',
      '{3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f}',
      '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6',
      '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f0',
      '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6g',
      '3f2b8c1e-9d4a4-e6b-8f70-1a2b3c4d5e6f',
      '3f2b8c1e_9d4a_4e6b_8f70_1a2b3c4d5e6f',
      ' 3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f',
      '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f\n',
      '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6٣',
      '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      'req-1',
    ],
  },
  {
    name: 'hex-identifier',
    phrase: 'exactly 32 lower-case hexadecimal digits',
    test: (text) => /^[0-9a-f]{32}$/.test(text),
    examples: ['0123456789abcdef0123456789abcdef'],
    nearMisses: [
      '',
      '0123456789ABCDEF0123456789ABCDEF',
      '0123456789abcdef0123456789abcdeF',
      '0123456789abcdef0123456789abcde',
      '0123456789abcdef0123456789abcdef0',
      '0123456789abcdef0123456789abcdeg',
      '01234567-89ab-cdef-0123-456789abcdef',
      '0x0123456789abcdef0123456789abcd',
      ' 0123456789abcdef0123456789abcdef',
      '0123456789abcdef0123456789abcdef\n',
      '0123456789abcdef0123456789abcdef ',
      '٠123456789abcdef0123456789abcdef',
      '０123456789abcdef0123456789abcdef',
      '507f1f77bcf86cd799439011',
      '1',
    ],
  },
  {
    name: 'date',
    phrase: 'a calendar date written YYYY-MM-DD',
    test: isDate,
    examples: ['2025-01-05', '2024-02-29', '2000-02-29'],
    nearMisses: ['', ...dateNearMisses, '2025-01-05 10:20:30', '2025-01-05T10:20:30Z'],
  },
  {
    name: 'local-date-time',
    phrase: 'a date and time written YYYY-MM-DD HH:MM:SS',
    test: isLocalDateTime,
    examples: ['2025-01-05 10:20:30', '2024-02-29 00:00:00', '2025-12-31 23:59:59'],
    nearMisses: [
      '',
      '2025-01-05',
      ...dateNearMisses.map((date) =>
        /\s$/.test(date) ? `2025-01-05 10:20:30${date.slice(-1)}` : `${date} 10:20:30`,
      ),
      '2025-01-05T10:20:30',
      '2025-01-05T10:20:30Z',
      '2025-01-05 10:20:30Z',
      '2025-01-05 10:20:30+00:00',
      '2025-01-05 10:20:30.000',
      '2025-01-05 10:20',
      '2025-01-05 24:00:00',
      '2025-01-05 10:60:00',
      '2025-01-05 23:59:60',
      '2025-01-05 9:05:07',
      '2025-01-05  10:20:30',
      '2025-01-05\t10:20:30',
      '2025-01-05\u00a010:20:30',
      '2025-01-05 10.20.30',
      '2025-01-05 10:20:30 AM',
      '2025-01-05 ١٠:٢٠:٣٠',
      '1736072430',
      '1736072430000',
      'Sun, 05 Jan 2025 10:20:30 GMT',
    ],
  },
  {
    name: 'timestamp-text',
    phrase: 'timestamp text: YYYY-MM-DD, YYYY-MM-DD HH:MM:SS or RFC 3339',
    test: (text) => isDate(text) || isLocalDateTime(text) || isRfc3339(text),
    examples: ['2025-01-05', '2025-01-05 10:20:30', '2025-01-05T10:20:30.123+08:00', '2016-12-31T23:59:60Z'],
    nearMisses: [
      ...dateNearMisses,
      '2025-02-30 10:20:30',
      '2025-02-30T10:20:30Z',
      '2025-01-05T10:20:30',
      '2025-01-05T24:00:00Z',
      '2025-01-05T10:20Z',
      '2025-01-05T10:20:30+0800',
      '2025-01-05T10:20:30+24:00',
      '2025-01-05 10:20:30\n',
      '1736072430',
      '1736072430000',
      'Sun, 05 Jan 2025 10:20:30 GMT',
      'yesterday',
    ],
  },
  {
    name: 'iana-time-zone',
    phrase: 'a time zone name of the IANA database',
    test: isTimeZoneName,
    examples: ['Asia/Shanghai', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+8'],
    nearMisses: [
      '',
      'GMT+8',
      '+08:00',
      'UTC+8',
      'JST',
      'PST',
      'Local',
      'China',
      'Asia/Atlantis',
      'Asia/Shanghai\n',
      ' UTC',
      'Asia Shanghai',
      '8',
    ],
  },
];

/** The formats by name. */
export const formats: ReadonlyMap<string, TextFormat> = new Map(
  textFormats.map((format) => [format.name, format]),
);
