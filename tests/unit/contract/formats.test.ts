import { describe, expect, test } from 'vitest';
import { validator } from '../../../src/contract/facets.ts';
import { formats } from '../../../src/contract/formats.ts';
import type { Schema } from '../../../src/contract/schemas.ts';
import { requirements } from '../../support/engine.ts';
import { narrowed, nearMisses } from '../../support/near-misses.ts';

/** By format, what the schemas say of a form of text: `format` with the keywords beside it. */
const written: ReadonlyMap<string, Schema> = new Map(
  requirements.flatMap(({ check }) =>
    check.kind === 'schema' && check.schema.format !== undefined ? [[check.schema.format, check.schema]] : [],
  ),
);

function accepts(schema: Schema | undefined, value: string): boolean {
  return schema !== undefined && validator(schema)(value);
}

test('the formats described, used by the schemas and tried here are the same', () => {
  const names = [...formats.keys()].sort();
  expect([...written.keys()].sort()).toEqual(names);
  expect(Object.keys(nearMisses).sort()).toEqual(names);
});

test('a format has the same keywords beside it wherever it is used', () => {
  for (const { check, id } of requirements) {
    if (check.kind !== 'schema' || check.schema.format === undefined) continue;
    expect(check.schema, id).toEqual(written.get(check.schema.format));
  }
});

describe.each([...formats])('%s', (name, { examples, wrong }) => {
  const schema = written.get(name);
  test.each(examples)('accepts %j', (text) => expect(accepts(schema, text)).toBe(true));
  test.each(nearMisses[name] ?? [])('refuses %j', (text) => expect(accepts(schema, text)).toBe(false));
  test('shows a near miss as its wrong example', () => expect(nearMisses[name]).toContain(wrong));
});

describe.each(['date', 'local-date-time', 'timestamp-text'])('days in %s', (name) => {
  const takes = (day: string) =>
    accepts(written.get(name), name === 'local-date-time' ? `${day} 00:00:00` : day);
  const dayOf = (year: number, month: number, day: number) =>
    `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

  test('are those of the Gregorian calendar', () => {
    for (let year = 1896; year <= 2104; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
        expect([takes(dayOf(year, month, last)), takes(dayOf(year, month, last + 1))]).toEqual([true, false]);
      }
    }
    expect(['2025-00-01', '2025-13-01', '2025-01-00'].filter(takes)).toEqual([]);
  });
});

describe('what a pattern narrows', () => {
  test('the formats that accept too much alone are those that have a list', () => {
    const loose = Object.entries(nearMisses).filter(([format, texts]) =>
      texts.some((text) => accepts({ format }, text)),
    );
    expect(loose.map(([format]) => format).sort()).toEqual(Object.keys(narrowed).sort());
  });

  const cases = Object.entries(narrowed).flatMap(([format, texts]) =>
    texts.map((text) => ({ format, text })),
  );
  test.each(cases)('$format: accepts $text only without its pattern', ({ format, text }) => {
    const { pattern, ...others } = written.get(format) ?? {};
    expect(pattern).toBeDefined();
    expect([accepts({ format }, text), accepts({ ...others, pattern: pattern ?? '' }, text)]).toEqual([
      true,
      false,
    ]);
  });

  test.each(
    [
      '2025-01-05T10:20:30Z 2025-01-05t10:20:30z 2025-01-05T10:20:30-03:30 2025-01-05T23:59:30+23:59',
      '2025-01-05T10:20:59.99999999999999999999Z 2016-12-31T23:59:60.999Z 2017-01-01T08:59:60+09:00',
      '2017-01-01T05:29:60+05:30 2016-12-31T18:59:60-05:00',
    ].flatMap((line) => line.split(' ')),
  )('and that RFC 3339 has %s stays accepted', (text) =>
    expect(accepts(written.get('timestamp-text'), text)).toBe(true),
  );
});

test('a time zone gets the same verdict when it is asked again', () => {
  const verdicts = () =>
    ['Europe/Berlin', 'Europe/Nowhere'].map((text) => accepts({ format: 'iana-time-zone' }, text));
  expect([verdicts(), verdicts()]).toEqual([
    [true, false],
    [true, false],
  ]);
});

test('more time zones than are remembered keep their verdicts', () => {
  for (let at = 0; at < 1_100; at += 1) {
    expect(accepts({ format: 'iana-time-zone' }, `Made/Up_${at}`)).toBe(false);
  }
  expect(accepts({ format: 'iana-time-zone' }, 'Africa/Nairobi')).toBe(true);
});
