import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import schema from '../../../schemas/suite/comparison.schema.json' with { type: 'json' };
import {
  compareReports,
  type Direction,
  type Report,
  type RequirementResult,
  type TrafficInfo,
  type Verdict,
} from '../../support/subject.ts';
import { report } from '../reporters/fixture.ts';

const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

const stated = 'delete.data.priority:type';
const shown = 'put.data.deletedAt:format';

function withRow(id: string, change: Partial<RequirementResult>, from: Report = report): Report {
  return {
    ...from,
    requirements: from.requirements.map((row) => (row.id === id ? { ...row, ...change } : row)),
  };
}

function withVerdict(id: string, verdict: Verdict): Report {
  return withRow(id, { verdict });
}

function compare(before: Report, after: Report, strict = false) {
  const comparison = compareReports(before, after, { strict });
  validate(comparison);
  expect(validate.errors).toBeNull();
  return comparison;
}

it.each(['conforms', 'stale-waivers', 'deviates', 'incomplete'] as const)(
  'takes a run that %s',
  (outcome) => {
    const before = { ...report, summary: { ...report.summary, outcome } };
    expect(compare(before, report).before.outcome).toBe(outcome);
  },
);

const table: readonly (readonly [Verdict, Verdict, Direction, number])[] = [
  ['conforms', 'deviates', 'worse', 1],
  ['conforms', 'not-exercised', 'worse', 1],
  ['conforms', 'waived', 'other', 0],
  ['waived', 'deviates', 'worse', 1],
  ['waived', 'conforms', 'better', 0],
  ['waived', 'not-exercised', 'other', 0],
  ['not-exercised', 'deviates', 'worse', 1],
  ['not-exercised', 'conforms', 'better', 0],
  ['not-exercised', 'waived', 'other', 0],
  ['deviates', 'conforms', 'better', 0],
  ['deviates', 'waived', 'other', 0],
  ['deviates', 'not-exercised', 'other', 0],
];

describe('a stated requirement that flips', () => {
  it.each(table)('from %s to %s is %s, exit %d', (before, after, direction, exitCode) => {
    const { flips, summary } = compare(withVerdict(stated, before), withVerdict(stated, after));
    expect(flips.map((flip) => [flip.id, flip.direction, flip.gates])).toEqual([
      [stated, direction, exitCode === 1],
    ]);
    expect(summary).toMatchObject({ exitCode, outcome: exitCode === 1 ? 'worse' : 'not-worse' });
  });

  it('is not worse where recorded traffic does not show it, unless it was asked for', () => {
    const earlier = withVerdict(stated, 'conforms');
    const later = { ...withVerdict(stated, 'not-exercised'), traffic: {} as TrafficInfo };
    expect(compareReports(earlier, later, { strict: true }).summary).toMatchObject({ exitCode: 0, worse: 0 });
    const scope = { ...later.run.scope, required: [stated] };
    const asked = { ...later, run: { ...later.run, scope } };
    expect(compareReports(earlier, asked, { strict: true }).summary).toMatchObject({ exitCode: 1, worse: 1 });
  });

  it('names every other row as unchanged', () => {
    const { summary } = compare(withVerdict(stated, 'deviates'), withVerdict(stated, 'conforms'));
    const { conforms, deviates, waived, notExercised } = summary.unchanged;
    expect(conforms + deviates + waived + notExercised).toBe(report.requirements.length - 1);
  });
});

describe('a requirement that is only shown', () => {
  it('is told when it gets worse, and fails only under strict', () => {
    const [before, after] = [withVerdict(shown, 'conforms'), withVerdict(shown, 'deviates')];
    const lenient = compare(before, after).summary;
    expect(lenient).toMatchObject({ exitCode: 0, worse: 1 });
    expect(lenient.reasons).toEqual([
      `1 requirement only suggested by the document got worse, which fails only under --strict: ${shown}`,
      'no requirement of the document got worse',
    ]);
    expect(compare(before, after, true).summary).toMatchObject({
      exitCode: 1,
      reasons: [`1 requirement only suggested by the document got worse: ${shown}`],
    });
  });

  it('is worse by the strength that it has now', () => {
    const before = withRow(stated, { strength: 'shown' });
    expect(compare(before, withVerdict(stated, 'deviates')).summary.exitCode).toBe(1);
  });
});

describe('what is no flip of the service', () => {
  it('compares a report with itself as unchanged', () => {
    const { flips, summary, notes, observations } = compare(report, report);
    expect([flips, observations]).toEqual([[], []]);
    expect(summary.reasons).toEqual(['no requirement of the document got worse']);
    expect(notes).toEqual(['both reports are of the same run']);
  });

  it('covers what was not exercised because of a waived row', () => {
    const cause = 'delete.data.createdAt:presence';
    const before = withVerdict('delete.data.createdAt:type', 'conforms');
    expect(compare(before, report).summary.worse).toBe(1);
    expect(compare(before, withVerdict(cause, 'waived')).summary).toMatchObject({
      worse: 0,
      other: 1,
      consequences: 1,
    });
  });

  it('covers what was not exercised under a waiver of its own', () => {
    const after = withRow(stated, { verdict: 'not-exercised', reason: 'x', waiver: 'known' });
    expect(compare(withVerdict(stated, 'conforms'), after).summary).toMatchObject({ worse: 0, other: 1 });
  });

  it('lists a change of strength alone', () => {
    const { flips } = compare(withRow(stated, { strength: 'shown' }), report);
    expect(flips).toMatchObject([{ direction: 'other', before: { strength: 'shown' }, gates: false }]);
  });

  it('lists new and vanished requirements beside the flips', () => {
    const without = { ...report, requirements: report.requirements.filter(({ id }) => id !== stated) };
    const other = { ...without, document: { ...report.document, sha256: '0'.repeat(64) } };
    expect(compare(other, report)).toMatchObject({ appeared: [{ id: stated }], vanished: [], flips: [] });
    expect(compare(report, other)).toMatchObject({ appeared: [], vanished: [{ id: stated }] });
    expect(compare(report, other).notes.join()).toContain('different schemas');
  });

  it('does not hold against a target what the operator left out of scope', () => {
    const scope = { ...report.run.scope, operations: ['put'] as const };
    const narrowed = { ...report, run: { ...report.run, scope } };
    const after = {
      ...narrowed,
      requirements: report.requirements.map((row) =>
        row.operation === 'delete' ? { ...row, verdict: 'not-exercised' as const } : row,
      ),
    };
    const { summary, notes } = compare(report, after);
    expect(summary).toMatchObject({ exitCode: 0, worse: 0, outOfScope: 6 });
    expect(notes).toContain('the runs differ in scope, so 6 requirements were not compared');
  });

  it('refuses two runs with nothing in common', () => {
    const only = (operation: 'put' | 'delete') => ({
      ...report,
      run: { ...report.run, scope: { ...report.run.scope, operations: [operation] } },
    });
    expect(() => compare(only('put'), only('delete'))).toThrow('no requirement in common');
  });
});

it('order puts what fails first, then what is only shown, then better and other', () => {
  const before = withVerdict(stated, 'conforms');
  const after = [
    [shown, 'deviates'],
    [stated, 'deviates'],
    ['put:authorization', 'conforms'],
    ['put.data.name:echo', 'not-exercised'],
  ] as const;
  const later = after.reduce((from, [id, verdict]) => withRow(id, { verdict }, from), report);
  expect(compare(before, later).flips.map(({ id }) => id)).toEqual([
    stated,
    shown,
    'put:authorization',
    'put.data.name:echo',
  ]);
});

describe('observations', () => {
  const answering = (answer: string): Report => ({
    ...report,
    observations: report.observations.map((one, at) => (at === 0 ? { ...one, answer } : one)),
  });

  it('lists a response that changed, is new or gone', () => {
    const without = { ...report, observations: report.observations.slice(1) };
    expect(compare(answering('200'), answering('201')).observations).toMatchObject([
      { id: 'status-codes', before: '200', after: '201' },
    ]);
    expect(compare(without, report).observations).toMatchObject([{ before: null }]);
    expect(compare(report, without).observations).toMatchObject([{ id: 'status-codes', after: null }]);
  });

  it.each([
    ['createdAt: "2026-11-21 11:06:40"', 'createdAt: "2026-11-22 08:00:01"', 0],
    ['createdAt: "2026-11-21 11:06:40"', 'createdAt: "2026-11-21T11:06:40Z"', 1],
    ['seen at "2026-11-21T11:06:40.123Z"', 'seen at "2026-11-21T11:06:41.124Z"', 0],
    ['seen at "2026-11-21T11:06:40Z"', 'seen at "2026-11-21T11:06:41Z"', 0],
    ['seen at "2026-11-21 11:06:40.5+08:00"', 'seen at "2026-11-21 11:06:41.25+08:00"', 0],
    ['seen at "2026-11-21T11:06:40.123Z"', 'seen at "2026-11-21T11:06:41Z"', 1],
    ['createdAt: 1768469400', 'createdAt: 1768469999', 0],
    ['createdAt: 1768469400', 'createdAt: 1768469400123', 1],
    ['id 8f14e45f-ceea-467f-a0e6-6ab2d9f0c111', 'id 00000000-ceea-467f-a0e6-6ab2d9f0c111', 0],
    ['200 for every response', '500 for every response', 1],
  ])('takes %j and %j for %d changes', (before, after, count) =>
    expect(compare(answering(before), answering(after)).observations).toHaveLength(count),
  );
});

describe('notes', () => {
  const at = (baseUrl: string, reference = false): Report => ({ ...report, target: { baseUrl, reference } });
  const started = (startedAt: string, id: string): Report => ({
    ...report,
    run: { ...report.run, id, startedAt },
  });
  const later = '2026-03-02T12:00:00.000Z';

  it.each([
    ['another target', at('https://a.example'), at('https://b.example'), 'judged different targets'],
    ['the reference service', at('http://127.0.0.1:1', true), at('https://b.example'), 'the embedded'],
    ['the wrong order', started(later, 'b'), report, 'are they in the right order?'],
    ['a cut run', report, { ...report, run: { ...report.run, cut: true } }, 'the second run was interrupted'],
  ])('tell of %s', (_, before, after, words) =>
    expect(compare(before, after).notes.join('\n')).toContain(words),
  );

  it('do not tell of the ports of the embedded service, nor of a usual pair', () => {
    const [before, after] = [at('http://127.0.0.1:1', true), at('http://127.0.0.1:2', true)];
    expect(compare(before, { ...after, run: { ...after.run, id: 'b', startedAt: later } }).notes).toEqual([]);
  });
});
