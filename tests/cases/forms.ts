/** Texts by the formats of the schemas: those that have the form, and those that nearly have it. */

type Texts = Readonly<Record<string, readonly string[]>>;

const uuid = '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f';
const hex = '0123456789abcdef0123456789abcdef';
const words = (text: string) => text.split(' ');

export const forms: Texts = {
  uuid: [uuid, '3F2B8C1E-9D4A-7E6B-0F70-1A2B3C4D5E6F', '00000000-0000-0000-0000-000000000000'],
  'hex-identifier': [hex, '0'.repeat(32)],
  date: words('2025-01-05 2024-02-29 2000-02-29 2025-12-31 0001-01-01 9999-12-31'),
  'local-date-time': ['2025-01-05 10:20:30', '2024-02-29 00:00:00', '2025-12-31 23:59:59'],
  'timestamp-text': [
    '2025-01-05 10:20:30',
    ...words('2025-01-05 2025-01-05T10:20:30Z 2025-01-05t10:20:30z 2025-01-05T10:20:30.123+08:00'),
    ...words('2025-01-05T10:20:30-03:30 2025-01-05T23:59:30+23:59 2025-01-05T10:20:59.99999999999999999999Z'),
    // Leap seconds are in the last minute of June and of December in UTC.
    ...words('2016-12-31T23:59:60.999Z 2017-01-01T08:59:60+09:00 2016-12-31T18:59:60-05:00'),
    '2015-06-30T23:59:60Z',
  ],
  'iana-time-zone': [
    ...words('Asia/Shanghai UTC America/Argentina/Buenos_Aires Etc/GMT+8 asia/shanghai'),
    ...words('Asia/Calcutta PRC EST5EDT'),
  ],
};

/** Values of each type; texts that look like something else are texts. */
export const typed: Readonly<Record<string, readonly unknown[]>> = {
  string: ['', 'text', '1', 'true', 'null', '[]', '{}', '\u0000', '\ud83d\ude00'],
  integer: [0, 1, -7, 9_007_199_254_740_991],
  boolean: [true, false],
  array: [[], ['text'], [{}]],
  object: [{}, { key: 'value' }],
  null: [null],
};

const noDates = [
  ...words('2025-02-30 2023-02-29 1900-02-29 2025-04-31 2025-13-01 2025-00-10 2025-01-00 2025-1-5'),
  ...words('25-01-05 2025/01/05 20250105 05-01-2025 01/05/2025 2025-005 2025-W01-1 2025-01'),
  ...words('+2025-01-05 ٢٠٢٥-٠١-٠٥ ２０２５-０１-０５ 2025‑01‑05 null 0000-00-00'),
  ...[' 2025-01-05', '2025-01-05 ', '2025-01-05\n'],
];
const otherTimes = ['1736072430', '1736072430000', 'Sun, 05 Jan 2025 10:20:30 GMT'];
const day = '2025-01-05';

/** Each is a mistake that a service could make. */
export const nearMisses: Texts = {
  uuid: [
    ...['', uuid.replaceAll('-', ''), `{${uuid}}`, uuid.slice(0, -1), `${uuid}0`, uuid.replace(/f$/, 'g')],
    ...['3f2b8c1e-9d4a4-e6b-8f70-1a2b3c4d5e6f', uuid.replaceAll('-', '_'), ` ${uuid}`, `${uuid}\n`],
    ...[uuid.replace(/f$/, '٣'), '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'req-1'],
    ...['urn:uuid:', 'URN:UUID:', 'Urn:Uuid:'].map((prefix) => prefix + uuid),
  ],
  'hex-identifier': [
    ...['', hex.toUpperCase(), hex.replace(/f$/, 'F'), hex.slice(0, -1), `${hex}0`, hex.replace(/f$/, 'g')],
    ...['01234567-89ab-cdef-0123-456789abcdef', `0x${hex.slice(0, 30)}`, ` ${hex}`, `${hex}\n`, `${hex} `],
    ...[hex.replace('0', '٠'), hex.replace('0', '０'), '507f1f77bcf86cd799439011', '1'],
  ],
  date: ['', ...noDates, `${day} 10:20:30`, `${day}T10:20:30Z`],
  'local-date-time': [
    ...['', day, `${day}T10:20:30`, `${day}T10:20:30Z`, ` ${day} 10:20:30`, `${day} 10:20:30\n`],
    ...noDates.filter((date) => date.trim() === date).map((date) => `${date} 10:20:30`),
    ...words('10:20:30Z 10:20:30+00:00 10:20:30.000 10:20 24:00:00 10:60:00 23:59:60 9:05:07 10.20.30').map(
      (time) => `${day} ${time}`,
    ),
    ...['\t', '  ', '\u00a0'].map((space) => `${day}${space}10:20:30`),
    ...[`${day} 10:20:30 AM`, `${day} ١٠:٢٠:٣٠`, '2016-12-31 23:59:60', ...otherTimes],
  ],
  'timestamp-text': [
    ...[
      ...noDates,
      '2025-02-30 10:20:30',
      `${day} 10:20:30\n`,
      '2016-12-31 23:59:60',
      'yesterday',
      ...otherTimes,
    ],
    ...words('2025-02-30T10:20:30Z 2016-12-31T23:59:61Z 2025-09-30T23:59:60Z 2016-12-31T23:59:60+08:00'),
    ...words('10:20:30 24:00:00Z 10:20Z 10:20:60Z 10:20:30+24:00').map((time) => `${day}T${time}`),
    ...words('+0800 -0330 +08 -03 +00').map((offset) => `${day}T10:20:30${offset}`),
    ...' \t\n\r\u00a0\u2028\u3000'.split('').map((space) => `${day}${space}10:20:30Z`),
    // Hours and minutes that only an offset brings back into the day.
    ...words('24:59:30+01:00 25:59:30+02:00 46:59:30+23:00').map((time) => `${day}T${time}`),
    ...words('23:60:30+00:01 23:61:30+00:02 23:99:30+00:40').map((time) => `${day}T${time}`),
  ],
  'iana-time-zone': [
    ...words('GMT+8 +08:00 UTC+8 JST PST Local China Asia/Atlantis 8'),
    ...['', 'Asia/Shanghai\n', ' UTC', 'Asia Shanghai'],
  ],
};
