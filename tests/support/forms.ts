/** By format of the schemas, texts that have the form; those that come close and have it not are in near-misses.ts. */
export const forms: Readonly<Record<string, readonly string[]>> = {
  uuid: [
    '3f2b8c1e-9d4a-4e6b-8f70-1a2b3c4d5e6f',
    '3F2B8C1E-9D4A-7E6B-0F70-1A2B3C4D5E6F',
    '00000000-0000-0000-0000-000000000000',
  ],
  'hex-identifier': ['0123456789abcdef0123456789abcdef', '00000000000000000000000000000000'],
  date: '2025-01-05 2024-02-29 2000-02-29 2025-12-31 0001-01-01 9999-12-31'.split(' '),
  'local-date-time': ['2025-01-05 10:20:30', '2024-02-29 00:00:00', '2025-12-31 23:59:59'],
  'timestamp-text': [
    '2025-01-05 10:20:30',
    ...'2025-01-05 2025-01-05T10:20:30Z 2025-01-05t10:20:30z 2025-01-05T10:20:30.123+08:00'.split(' '),
    ...'2025-01-05T10:20:30-03:30 2025-01-05T23:59:30+23:59 2025-01-05T10:20:59.99999999999999999999Z'.split(
      ' ',
    ),
    // Leap seconds are in the last minute of June and of December in UTC.
    ...'2016-12-31T23:59:60.999Z 2017-01-01T08:59:60+09:00 2016-12-31T18:59:60-05:00'.split(' '),
    '2015-06-30T23:59:60Z',
  ],
  'iana-time-zone':
    'Asia/Shanghai UTC America/Argentina/Buenos_Aires Etc/GMT+8 asia/shanghai Asia/Calcutta PRC EST5EDT'.split(
      ' ',
    ),
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
