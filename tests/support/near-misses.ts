/** Days that come close to YYYY-MM-DD and are none. */
const dateNearMisses = [
  ...'2025-02-30 2023-02-29 1900-02-29 2025-04-31 2025-13-01 2025-00-10 2025-01-00 2025-1-5'.split(' '),
  ...'25-01-05 2025/01/05 20250105 05-01-2025 01/05/2025 2025-005 2025-W01-1 2025-01'.split(' '),
  ' 2025-01-05',
  '2025-01-05 ',
  '2025-01-05\n',
  ...'+2025-01-05 ٢٠٢٥-٠١-٠٥ ２０２５-０１-０５ 2025‑01‑05 null 0000-00-00'.split(' '),
];

const uuid = '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f';
const hex = '0123456789abcdef0123456789abcdef';
const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * Texts that a format alone accepts, because ajv-formats does, and that the `pattern` beside it excludes: prefixes, other
 * separators and offsets than RFC 3339 has, leap seconds of a local time, hours and minutes that only an offset brings back
 * into the day.
 */
export const narrowed: Readonly<Record<string, readonly string[]>> = {
  uuid: ['urn:uuid:', 'URN:UUID:', 'Urn:Uuid:'].map((prefix) => `${prefix}${uuid}`),
  'local-date-time': ['2025-01-05 23:59:60', '2016-12-31 23:59:60'],
  'timestamp-text': [
    '2016-12-31 23:59:60',
    ...[' ', '\t', '\n', '\r', '\u00a0', '\u2028', '\u3000'].map((space) => `2025-01-05${space}10:20:30Z`),
    ...['+0800', '-0330', '+08', '-03', '+00'].map((offset) => `2025-01-05T10:20:30${offset}`),
    ...[24, 25, 46].map((hour) => `2025-01-05T${hour}:59:30+${twoDigits(hour - 23)}:00`),
    ...[60, 61, 99].map((minute) => `2025-01-05T23:${minute}:30+00:${twoDigits(minute - 59)}`),
  ],
};

const otherTimes = ['1736072430', '1736072430000', 'Sun, 05 Jan 2025 10:20:30 GMT'];

const listed: Readonly<Record<string, readonly string[]>> = {
  uuid: [
    ...['', uuid.replaceAll('-', ''), `urn:uuid:${uuid}`, `{${uuid}}`, uuid.slice(0, -1), `${uuid}0`],
    ...[uuid.replace(/f$/, 'g'), '3f2b8c1e-9d4a4-e6b-8f70-1a2b3c4d5e6f', uuid.replaceAll('-', '_')],
    ...[` ${uuid}`, `${uuid}\n`, uuid.replace(/f$/, '٣'), '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'req-1'],
  ],
  'hex-identifier': [
    ...['', hex.toUpperCase(), hex.replace(/f$/, 'F'), hex.slice(0, -1), `${hex}0`, hex.replace(/f$/, 'g')],
    ...['01234567-89ab-cdef-0123-456789abcdef', `0x${hex.slice(0, 30)}`, ` ${hex}`, `${hex}\n`, `${hex} `],
    ...[hex.replace('0', '٠'), hex.replace('0', '０'), '507f1f77bcf86cd799439011', '1'],
  ],
  date: ['', ...dateNearMisses, '2025-01-05 10:20:30', '2025-01-05T10:20:30Z'],
  'local-date-time': [
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
    ...otherTimes,
  ],
  'timestamp-text': [
    ...dateNearMisses,
    '2025-02-30 10:20:30',
    ...'2025-02-30T10:20:30Z 2025-01-05T10:20:30 2025-01-05T24:00:00Z 2025-01-05T10:20Z'.split(' '),
    ...'2025-01-05T10:20:30+0800 2025-01-05T10:20:30+24:00 2025-01-05T10:20:60Z'.split(' '),
    ...'2016-12-31T23:59:61Z 2016-12-31T23:59:60+08:00'.split(' '),
    ...['2025-01-05 10:20:30\n', ...otherTimes, 'yesterday'],
  ],
  'iana-time-zone': [
    ...'GMT+8 +08:00 UTC+8 JST PST Local China Asia/Atlantis 8'.split(' '),
    ...['', 'Asia/Shanghai\n', ' UTC', 'Asia Shanghai'],
  ],
};

/**
 * By format of src/contract/formats.ts, texts that come close to the form and do not have it: each is a mistake that a
 * service could make.
 */
export const nearMisses: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(listed).map(([name, texts]) => [name, [...new Set([...texts, ...(narrowed[name] ?? [])])]]),
);
