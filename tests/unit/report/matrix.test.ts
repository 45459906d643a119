import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import schema from '../../../schemas/suite/matrix.schema.json' with { type: 'json' };
import { matrixOf, reduced } from '../../../src/report/matrix.ts';
import { onDay, onTarget } from '../../support/series.ts';
import type { Matrix, Report, RequirementResult } from '../../support/subject.ts';
import { report } from '../reporters/fixture.ts';

const validate = new Ajv2020({ strict: true, allErrors: true, validateFormats: false }).compile(schema);

const id = 'delete.data.priority:type';
const other = 'delete:json';

function matrix(reports: readonly Report[]): Matrix {
  const made = matrixOf(reports.map((one) => reduced(one, null)));
  validate(JSON.parse(JSON.stringify(made)));
  expect(validate.errors).toBeNull();
  return made;
}

function rowOf(of: Matrix, wanted = id) {
  const row = of.requirements.find((one) => one.id === wanted);
  if (row === undefined) throw new Error(`no row ${wanted}`);
  return row;
}

/** One run a day; each letter is a verdict of the requirement. */
function days(verdicts: string, from = report): readonly Report[] {
  const named = { c: 'conforms', d: 'deviates', w: 'waived', n: 'not-exercised' } as const;
  return Array.from(verdicts, (letter, day) =>
    onDay(from, day, { [id]: named[letter as keyof typeof named] }),
  );
}

describe('what became of a requirement', () => {
  it.each([
    ['cccc', 'conforms', { checked: 4, deviates: 0, flips: 0, firstSeen: null, lastSeen: null, since: null }],
    ['dddd', 'deviates', { checked: 4, deviates: 4, flips: 0, firstSeen: 0, lastSeen: 3, since: null }],
    ['ccdd', 'broke', { checked: 4, deviates: 2, flips: 1, firstSeen: 2, lastSeen: 3, since: 2 }],
    ['cddc', 'healed', { checked: 4, deviates: 2, flips: 2, firstSeen: 1, lastSeen: 2, since: 3 }],
    ['dcd', 'broke', { checked: 3, deviates: 2, flips: 2, firstSeen: 0, lastSeen: 2, since: 2 }],
    ['cdcd', 'broke', { checked: 4, deviates: 2, flips: 3, firstSeen: 1, lastSeen: 3, since: 3 }],
    ['cdcdc', 'flickers', { checked: 5, deviates: 2, flips: 4, firstSeen: 1, lastSeen: 3, since: 4 }],
    ['cnnd', 'broke', { checked: 2, deviates: 1, flips: 1, firstSeen: 3, lastSeen: 3, since: 3 }],
    ['cww', 'broke', { checked: 3, deviates: 2, flips: 1, firstSeen: 1, lastSeen: 2, since: 1 }],
    [
      'nn',
      'not-checked',
      { checked: 0, deviates: 0, flips: 0, firstSeen: null, lastSeen: null, since: null },
    ],
  ])('%s: %s', (verdicts, course, counts) => {
    const [history] = rowOf(matrix(days(verdicts))).histories;
    expect(history).toMatchObject({ course, ...counts });
  });

  it('is told in stretches', () => {
    const [history] = rowOf(matrix(days('ccnddc'))).histories;
    expect(history?.stretches).toEqual([
      { verdict: 'conforms', first: 0, runs: 2 },
      { verdict: 'not-exercised', first: 2, runs: 1 },
      { verdict: 'deviates', first: 3, runs: 2 },
      { verdict: 'conforms', first: 5, runs: 1 },
    ]);
  });

  it('is the same in whatever order the reports are given', () => {
    const reports = days('cddcd');
    expect(matrix(reports.toReversed())).toEqual(matrix(reports));
  });

  it('is told of each target by itself, the last run of each as a column', () => {
    const reports = [
      ...days('cd', onTarget(report, 'https://b.example')),
      ...days('dc', onTarget(report, 'https://a.example')).map((one) => ({
        ...one,
        run: { ...one.run, id: `a${one.run.id}` },
      })),
    ];
    const made = matrix(reports);
    expect(made.columnsAre).toBe('targets');
    expect(made.targets).toEqual(['https://a.example', 'https://b.example']);
    expect(made.columns.map((at) => made.runs[at]?.target)).toEqual(made.targets);
    const row = rowOf(made);
    expect(row.cells.map(({ verdict }) => verdict)).toEqual(['conforms', 'deviates']);
    expect(row.histories.map(({ course }) => course)).toEqual(['healed', 'broke']);
    expect(made.sentence).toBe(
      `1 of ${made.requirements.length} requirements differs between 2 targets, 0 more changed over 4 runs`,
    );
  });
});

describe('targets', () => {
  const [a, b] = [onTarget(onDay(report, 0, { [id]: 'conforms' }), 'https://a.example'), 'https://b.example'];

  it('do not differ in what one of them could not be asked for', () => {
    const made = matrix([a, onTarget(onDay(report, 1, { [id]: 'not-exercised' }), b)]);
    expect(rowOf(made).difference).toBe('none');
    expect(made.sentence).toBe(`0 of ${made.requirements.length} requirements differ between 2 targets`);
    const third = onTarget(onDay(report, 2, { [id]: 'deviates' }), 'https://c.example');
    expect(
      rowOf(matrix([a, onTarget(onDay(report, 1, { [id]: 'not-exercised' }), b), third])).difference,
    ).toBe('columns');
    const runs = [onDay(report, 0, { [id]: 'conforms' }), onDay(report, 1, { [id]: 'not-exercised' })];
    expect(rowOf(matrix(runs)).difference).toBe('columns');
  });
});

describe('what differs', () => {
  it('comes first: what deviates in the last column before what did earlier', () => {
    const [before, after] = [
      onDay(report, 0, { [id]: 'conforms', [other]: 'deviates' }),
      onDay(report, 1, { [id]: 'deviates', [other]: 'conforms' }),
    ];
    const made = matrix([before, after]);
    const rows = made.requirements.map((row) => [row.id, row.difference]);
    expect(rows.slice(0, 2)).toEqual([
      [id, 'columns'],
      [other, 'columns'],
    ]);
    expect(new Set(rows.slice(2).map(([, difference]) => difference))).toEqual(new Set(['none']));
  });

  it('is noticed in runs that have no column, of which there are ten', () => {
    const made = matrix(days(`cd${'c'.repeat(12)}`));
    expect(made.columns).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    expect(rowOf(made)).toMatchObject({
      difference: 'time',
      histories: [{ course: 'healed', firstSeen: 1 }],
    });
  });

  it('leaves out what was not checked just because of another one', () => {
    const because = (from: Report) => ({
      ...from,
      requirements: from.requirements.map(
        (row): RequirementResult =>
          row.id === other ? { ...row, verdict: 'not-exercised', reason: 'no member', because: id } : row,
      ),
    });
    const [good, bad] = [onDay(report, 0), because(onDay(report, 1, { [id]: 'deviates' }))];
    expect(
      rowOf(matrix([onDay(good, 0, { [id]: 'conforms', [other]: 'conforms' }), bad]), other).difference,
    ).toBe('consequence');
    const alone = because(onDay(report, 1, { [id]: 'conforms' }));
    expect(
      rowOf(matrix([onDay(good, 0, { [id]: 'conforms', [other]: 'conforms' }), alone]), other).difference,
    ).toBe('columns');
  });

  it('is not what only one run was asked for, or knows', () => {
    const scoped: Report = {
      ...onDay(report, 0),
      run: { ...onDay(report, 0).run, scope: { ...report.run.scope, operations: ['put'] } },
    };
    const made = matrix([scoped, onDay(report, 1, { [id]: 'deviates' })]);
    expect(rowOf(made)).toMatchObject({
      difference: 'none',
      cells: [{ verdict: 'out-of-scope' }, { verdict: 'deviates' }],
    });
    expect(made.notes).toEqual([expect.stringContaining('differ in scope')]);
    const known = { ...onDay(report, 1), requirements: report.requirements.filter((row) => row.id !== id) };
    expect(rowOf(matrix([onDay(report, 0), known])).cells.map(({ verdict }) => verdict)).toContain('unknown');
  });

  it('is told of schemas and of runs that were cut', () => {
    const odd = { ...onDay(report, 1), document: { ...report.document, sha256: 'f'.repeat(64) } };
    const cut = { ...onDay(report, 2), run: { ...onDay(report, 2).run, cut: true } };
    expect(matrix([onDay(report, 0), odd, cut]).notes).toEqual([
      expect.stringContaining('different schemas'),
      '1 run was interrupted: what came after is missing',
    ]);
  });

  it('has answers to open questions that differ in more than identifiers and moments', () => {
    const [first] = report.observations;
    const answering = (from: Report, answer: string): Report => ({
      ...from,
      observations: first === undefined ? [] : [{ ...first, answer }],
    });
    const made = (one: string, two: string) =>
      matrix([answering(onDay(report, 0), one), answering(onDay(report, 1), two)]).observations;
    expect(made('200', '201')).toMatchObject([{ id: first?.id, answers: ['200', '201'] }]);
    expect(made('at 2026-01-01', 'at 2026-02-02')).toEqual([]);
  });
});

it('keeps texts of a report short', () => {
  const long = 'x'.repeat(100_000);
  const seen = (row: RequirementResult) => ({
    ...row,
    verdict: 'deviates' as const,
    evidence: [{ exchange: 'e', pointer: '', expected: long, actual: long }],
  });
  const huge = { ...report, requirements: report.requirements.map(seen) };
  expect(JSON.stringify(matrix([huge])).length).toBeLessThan(2_100 * report.requirements.length);
});
