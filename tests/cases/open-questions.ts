/** What exchanges show of open questions, and texts that RFC 3339 has or does not have. */

/** The ids that the responses to identical PUTs have, undefined for none; the answer, null for none; and its sightings. */
export const idsAndRecords: readonly (readonly [
  ids: readonly unknown[],
  answer: string | null,
  seen: number,
])[] = [
  [['a', 'a'], 'replace', 2],
  [['a', 'b'], 'create', 2],
  [['a', 'b', 'c'], 'create', 3],
  [['a', 'a', undefined], 'replace', 2],
  [['a', undefined, 'b'], 'create', 2],
  [['a'], null, 0],
  [['a', undefined], null, 0],
  [[undefined, undefined], null, 0],
  [[null, null], null, 0],
  [['', ''], null, 0],
  [[17, 17], null, 0],
  [[{}, {}], null, 0],
  // Some of them replaced a record, others did not.
  [['a', 'a', 'b'], null, 0],
];

/** Changes of the record in the response to a PUT, and the values other than those of the examples. */
export const valuesSeen: readonly (readonly [
  change: Readonly<Record<string, unknown>>,
  answer: readonly string[],
])[] = [
  [{}, []],
  [{ status: 'DONE' }, ['data.status "DONE"']],
  [{ status: 'doing' }, ['data.status "doing"']],
  // Of another field.
  [{ status: 'FUTURE' }, ['data.status "FUTURE"']],
  [{ status: null }, ['data.status null']],
  [{ status: undefined }, []],
  [{ derivativeType: 'OPTION', status: 'DONE' }, ['data.derivativeType "OPTION"', 'data.status "DONE"']],
  [
    { conditions: [{ columnType: 'CURRENCY_TYPE', type: 'CURRENCY_FIAT', operator: 'NE' }] },
    ['data.conditions.each.operator "NE"', 'data.conditions.each.type "CURRENCY_FIAT"'],
  ],
];

/** Timestamps that RFC 3339 has: leap seconds at the end of June and December in UTC (5.7), years from 0000 (1). */
export const rfc3339: readonly string[] = [
  ...['2016-12-31T23:59:60Z', '2015-06-30T23:59:60Z', '2016-12-31T23:59:60.5Z', '2016-12-31t23:59:60z'],
  ...['2017-01-01T08:59:60+09:00', '2016-12-31T15:59:60-08:00', '2015-07-01T05:29:60+05:30'],
  ...['0000-12-31T23:59:60Z', '0000-02-29T12:00:00Z', '0000-01-01', '0000-01-01 00:00:00'],
  ...['2025-01-05T23:59:59Z', '2025-01-05T10:20:30.999+14:00'],
];

/** Of another day, of another time of the day, at the end of the month somewhere but not in UTC, and nowhere. */
export const notRfc3339: readonly string[] = [
  ...['2025-01-05T23:59:60Z', '2025-03-31T23:59:60Z', '2016-12-30T23:59:60Z', '2016-12-31T08:59:60+09:00'],
  ...['2016-12-31T23:58:60Z', '2016-12-31T22:59:60Z', '2016-12-31T23:59:60+09:00', '2017-01-01T00:00:60Z'],
  ...[
    '2016-12-31T23:59:60-08:00',
    '2017-01-01T00:59:60+02:00',
    '2016-12-31T23:59:61Z',
    '2016-12-31 23:59:60',
  ],
  ...['0000-00-00', '0000-00-00T00:00:00Z', '0001-02-29T12:00:00Z'],
];
