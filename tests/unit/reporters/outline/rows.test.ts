import { expect, it } from 'vitest';
import { effectTexts } from '../../../../reporters/outline/effects.ts';
import { findingFor, shortDeviation } from '../../../../reporters/outline/finding.ts';
import { plainText } from '../../../../reporters/outline/outline.ts';
import {
  deviating,
  distinct,
  furtherPlaces,
  notExercised,
  probeOf,
  reasonWords,
  repeatMarks,
  rowsOf,
} from '../../../../reporters/outline/rows.ts';
import { markOf, outcomeLine } from '../../../../reporters/outline/words.ts';
import type { Outcome, RequirementResult } from '../../../../src/model/report.ts';
import { plural } from '../../../../src/text/plural.ts';
import { report } from '../fixture.ts';

const put = rowsOf(report, 'put');

function row(id: string): RequirementResult {
  const found = report.requirements.find((one) => one.id === id);
  if (!found) throw new Error(`no row ${id}`);
  return found;
}

it('puts stated deviations before shown ones, whatever their order', () =>
  expect(deviating([...put].reverse()).map(({ strength }) => strength)).toEqual([
    'stated',
    'stated',
    'shown',
  ]));

it('groups equal reasons with equal causes', () => {
  const groups = notExercised(rowsOf(report, 'delete'));
  expect(groups.map(({ because, rows }) => [because, rows.length])).toEqual([
    [undefined, 1],
    ['delete.data.createdAt:presence', 2],
  ]);
  const other = { ...row('delete.data.createdAt:type'), because: 'delete.data:presence' };
  expect(notExercised([...rowsOf(report, 'delete'), other])).toHaveLength(3);
  const { reason: _, ...bare } = row('put.data.deletedAt:format');
  expect(notExercised([bare])[0]?.reason).toBe('no reason was recorded');
});

it('says once what several exchanges show', () => {
  const one = { exchange: 'a', pointer: '/x', expected: 'e', actual: 'v' };
  const evidence = [one, { ...one, exchange: 'b' }, { ...one, exchange: 'b', actual: 'w' }];
  expect(
    distinct({ ...row('put:authorization'), evidence }).map((seen) => [seen.actual, seen.exchanges]),
  ).toEqual([
    ['v', ['a', 'b']],
    ['w', ['b']],
  ]);
});

it('counts each place that is not shown once, however many responses have it', () => {
  const evidence = ['a', 'b', 'c'].flatMap((exchange) =>
    ['/x', '/y', '/z'].map((pointer) => ({ exchange, pointer, expected: 'e', actual: 'v' })),
  );
  const [shown] = distinct({ ...row('put:authorization'), evidence });
  const { evidenceOmitted: _, ...all } = row('put:authorization');
  const rows = [{ ...all, evidence, evidenceOmitted: 0 }];
  expect(furtherPlaces(rows, shown === undefined ? [] : [shown], null)).toBe('and 2 more places');
});

it('says how many of how many answers, where there are several', () => {
  expect(findingFor(report, row('put.data.conditions.each.column:type')).seen).toBe('in 1 of 2 responses');
  expect(findingFor(report, row('put:authorization')).seen).toBeNull();
});

it('names the probe behind an exchange, or the exchange where it is not in the report', () => {
  expect(probeOf(report, 'e3')).toBe('put-no-header');
  expect(probeOf(report, 'gone')).toBe('gone');
});

it('gives a deviation from what is only shown a mark of its own', () => {
  expect(markOf(row('put:authorization'))).toBe('deviates');
  expect(markOf(row('put.data.action.timezone:format'))).toBe('shown-deviates');
  expect(markOf(row('put.data.deletedAt:format'))).toBe('not-exercised');
});

it('puts a row into words', () => {
  expect(reasonWords(row('put.data.deletedAt:format'))).toMatch(/^the string is empty/);
  expect(reasonWords(row('put:json'))).toBe('no reason was recorded');
  expect(shortDeviation(row('put:json'))).toBe(row('put:json').statement);
});

it('lists equal effects once', () =>
  expect(effectTexts(report).map((text) => plainText(text).replace(/^.*?(?=t-77|\(|0123)/, ''))).toEqual([
    't-77 written 2 times',
    '(identifier unknown) written',
    '0123456789abcdef0123456789abcdef deleted',
  ]));

it('says of what may have happened that it may have happened so often, and of a removal that it happens once', () => {
  const effect = (operation: string, id: string | null) =>
    ({ operation, id, state: 'unknown', exchange: 'e1' }) as const;
  const effects = [
    effect('put', null),
    effect('put', null),
    effect('delete', 'r-1'),
    effect('delete', 'r-1'),
  ];
  expect(effectTexts({ ...report, effects }).map(plainText)).toEqual([
    'up to 2 transformers may have been written (identifiers unknown)',
    'automation rule r-1 may have been deleted',
  ]);
});

it('has an outcome line with a word that programs look for', () => {
  const line = (outcome: Outcome, exitCode: 0 | 1 | 3) =>
    outcomeLine({ ...report, summary: { ...report.summary, outcome, exitCode } });
  const { verdict } = report.conclusion;
  expect(line('incomplete', 3)).toBe(`INCOMPLETE (exit 3): ${verdict}`);
  expect(line('stale-waivers', 1)).toBe(`WAIVER NO LONGER NEEDED (exit 1): ${verdict}`);
  expect([plural(1, 'row'), plural(0, 'row')]).toEqual(['1 row', '0 rows']);
});

it('has a mark for each response of a repeated request, as far as all are known', () => {
  const sampled = row('put.data.conditions.each.column:type');
  const deviation = { ...sampled, evidenceOmitted: 0 };
  expect(repeatMarks(report, deviation)).toBe('✓✗');
  expect(repeatMarks(report, sampled)).toBeNull();
  expect(repeatMarks(report, { ...deviation, counts: { ...deviation.counts, conforms: 0 } })).toBeNull();
  expect(repeatMarks(report, { ...deviation, counts: { ...deviation.counts, conforms: 9 } })).toBeNull();
});
