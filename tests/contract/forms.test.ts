import { describe, expect, test } from 'vitest';
import { forms, nearMisses } from '../cases/forms.ts';
import { exchangeOf, utf8Response } from '../support/conforming.ts';
import { sampleOf } from '../support/properties.ts';
import { contract, judge } from '../support/subject.ts';

/** Forms of text over many values; single ones are in cases/forms.ts. */

/** How many of these values conform to a requirement on a field, each in a response of its own. */
function conforming(id: string, values: readonly string[]): number {
  const { operation = '', place } = contract.requirement(id) ?? {};
  const steps = place?.split('/').slice(1) ?? [];
  const exchanges = values.map((value, at) => {
    const members = steps.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as object;
    const body = JSON.stringify({ status: 'success', ...members });
    return { ...exchangeOf(operation, 'authorised', utf8Response(body)), id: `e${at}` };
  });
  const counts = judge(exchanges).findings.get(id)?.counts;
  expect((counts?.conforms ?? 0) + (counts?.deviates ?? 0)).toBe(values.length);
  return counts?.conforms ?? 0;
}

const formatOf = ({ check }: (typeof contract.requirements)[number]) =>
  check.kind === 'schema' ? check.schema.format : undefined;

test.each(contract.requirements.filter(formatOf).map((one) => [one.id, formatOf(one) ?? ''] as const))(
  '%s takes each text that has the form, and none that nearly has it: %s',
  (id, format) => {
    // Of a transformer that lives, deletedAt is empty.
    const misses = nearMisses[format]?.filter((text) => text !== '') ?? [];
    expect(conforming(id, forms[format] ?? [])).toBe(forms[format]?.length);
    expect(conforming(id, misses)).toBe(0);
  },
);

const dayOf = (...parts: readonly number[]) =>
  parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-');
const months = Array.from(
  { length: 12 * 12 },
  (_, at) => [1896 + 4 * Math.floor(at / 12) + (at % 3), 1 + (at % 12)] as const,
);
const lasts = months.map(
  ([year, month]) => [year, month, new Date(Date.UTC(year, month, 0)).getUTCDate()] as const,
);

test.each([
  ['delete.data.updatedAt:format', ''],
  ['delete.data.createdAt:format', ' 00:00:00'],
  ['put.data.createdAt:format', ''],
  ['put.data.updatedAt:format', 'T10:20:30Z'],
])('days of %s are those of the Gregorian calendar', (id, time) => {
  const last = lasts.map(([year, month, day]) => dayOf(year, month, day) + time);
  const beyond = lasts.map(([year, month, day]) => dayOf(year, month, day + 1) + time);
  const none = ['2025-00-01', '2025-13-01', '2025-01-00'].map((day) => day + time);
  expect(conforming(id, last)).toBe(lasts.length);
  expect(conforming(id, [...beyond, ...none])).toBe(0);
});

function isKnownToIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== null;
  } catch {
    return false;
  }
}

describe('time zones', () => {
  const id = 'put.data.action.timezone:format';
  const zones = Intl.supportedValuesOf('timeZone');

  test('that are listed conform, more of them than are remembered, and asked again', () => {
    const invented = Array.from({ length: 1_100 }, (_, at) => `Made/Up_${at}`);
    expect(conforming(id, [...invented, ...invented.slice(0, 9)])).toBe(0);
    expect(conforming(id, [...zones, ...zones.slice(0, 9), 'Africa/Nairobi'])).toBe(zones.length + 10);
  });

  test('in another spelling have the verdict of Intl', () => {
    // Short ones may be abbreviations that only ICU knows.
    const names = sampleOf(zones)
      .flatMap((name) => [name.toUpperCase(), `${name}x`, name.slice(1)])
      .filter(({ length }) => length > 3);
    const known = names.filter(isKnownToIntl);
    expect(conforming(id, known)).toBe(known.length);
    const unknown = names.filter((name) => !known.includes(name));
    expect(conforming(id, unknown)).toBe(0);
  });
});
