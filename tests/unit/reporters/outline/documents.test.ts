import { describe, expect, test } from 'vitest';
import { matrixReporters } from '../../../../reporters/index.ts';
import { comparisonOutline } from '../../../../reporters/outline/comparison.ts';
import { historyOutline } from '../../../../reporters/outline/history.ts';
import {
  cut,
  listed,
  type Outline,
  plainText,
  type Row,
  type TableRow,
} from '../../../../reporters/outline/outline.ts';
import { targetsOutline } from '../../../../reporters/outline/targets.ts';
import { markdownOf } from '../../../../reporters/print/markdown.ts';
import { matrixOf, reduced } from '../../../../src/report/matrix.ts';
import { onDay, onTarget, type Verdicts } from '../../../support/series.ts';
import { comparisonReporters, type Matrix, type Report } from '../../../support/subject.ts';
import { report } from '../fixture.ts';
import { comparedWith, turned } from '../turned.ts';

/** What the outlines of documents of several runs say, and that every format says it under the same names. */

const all = { detail: 'summary', whole: null } as const;
const compared = comparedWith(report, turned(report));

function nights(count: number): Matrix {
  const reports = Array.from({ length: count }, (_, day) =>
    onDay(report, day, { 'delete:json': day % 2 === 0 ? 'conforms' : 'deviates' }),
  );
  return matrixOf(reports.map((one) => reduced(one, null)));
}

function headings({ sections }: Outline): readonly (string | null)[] {
  return sections.map(({ heading }) => heading);
}

function sectionOf({ sections }: Outline, wanted: string) {
  return sections.find(({ anchor }) => anchor === wanted);
}

describe('a comparison', () => {
  const outline = comparisonOutline(compared, all);

  test('has what got worse first, and no section without rows', () =>
    expect(headings(outline)).toEqual([
      'Got worse',
      'Got better',
      'Changed otherwise',
      'Vanished requirements',
      'Observations that differ',
    ]));

  test('has each place with what was expected and what was there', () => {
    const better = sectionOf(outline, 'better');
    expect(better?.rows[1]).toMatchObject({
      sign: 'conforms',
      title: [{ value: 'put.data.conditions.each.column:type' }, expect.stringContaining('is an integer')],
      lines: [
        [{ label: 'verdict', text: 'deviates → conforms' }],
        [{ label: 'at' }, { label: 'expected', text: [{ value: 'an integer' }] }, { label: 'was' }],
        [],
      ],
    });
  });

  test('is cut where the limit says, with the number of all in the heading', () => {
    const rows = Array.from({ length: 54 }, (_, at) => ({ title: String(at) }));
    const section = cut(listed('record', 'worse', 'Got worse', rows), { detail: 'usual', whole: 'all.json' });
    expect([section.rows.length, section.count, section.more]).toEqual([50, 54, 'and 4 more, see all.json']);
  });
});

describe('a history', () => {
  const outline = historyOutline(nights(12), all);

  test('says what is broken now and what flickers, and has every run', () => {
    expect(headings(outline)).toEqual(['Runs', 'Broken now']);
    const section = sectionOf(outline, 'broken');
    const rows = section?.kind === 'strip' ? section.rows : [];
    const strip = rows.find(({ anchor }) => anchor === 'delete:json');
    expect(strip).toMatchObject({
      title: [{ value: 'delete:json' }, expect.anything()],
      anchor: 'delete:json',
    });
    const signs = strip !== undefined && 'cells' in strip ? strip.cells.map((cell) => cell?.sign) : [];
    expect(signs).toEqual(Array.from({ length: 6 }, () => ['conforms', 'deviates']).flat());
    expect(sectionOf(outline, 'runs')?.rows).toHaveLength(1);
  });

  test('of one run says what is broken in it', () => {
    const one = historyOutline(matrixOf([reduced(report, null)]), all);
    expect([one.mark, one.title]).toEqual([
      'deviates',
      'Deviates since 2026-03-01 12:00 UTC or earlier, 1 run',
    ]);
  });
});

const operators = 'By the operators of the service';
const operator = 'By whoever runs this check';

test.each([
  ['the same for all', ['deviates', 'deviates'], [`action needed: ${operators}`, 'next: Fix']],
  [
    'named where targets need other ones, the most urgent first',
    ['conforms', 'incomplete', 'deviates', 'deviates'],
    [
      `action needed: t2, t3: ${operators}`,
      `action needed: t1: ${operator}`,
      'next: t2, t3: Fix',
      'next: t1: Set',
    ],
  ],
  ['none where all conform', ['conforms', 'conforms'], []],
] as const)('the action that several targets need is %s', (_, wanted, facts) => {
  const runs = wanted.map((outcome, at) => {
    const one = reduced(onTarget(onDay(report, at), `t${at}`), null);
    const [exitCode, act, next] =
      outcome === 'deviates'
        ? ([1, operators, 'Fix'] as const)
        : outcome === 'incomplete'
          ? ([3, operator, 'Set'] as const)
          : ([0, 'None', 'None'] as const);
    return { ...one, run: { ...one.run, outcome, exitCode, act, next } };
  });
  const { conclusion } = targetsOutline(matrixOf(runs), all);
  const said = conclusion.filter(({ label }) => label === 'action needed' || label === 'next');
  expect(said.map(({ label, text }) => `${label}: ${plainText(text)}`)).toEqual(facts);
});

describe('a matrix of targets', () => {
  const named = (name: string, verdicts: Verdicts, from = report) =>
    reduced(onTarget(onDay(from, 0, verdicts), name), `${name}/report.html`);
  const id = 'delete.data.priority:type';
  const rule = 'no automation rule was set';
  const deletes = report.requirements.flatMap((one) => (one.operation === 'delete' ? one.id : []));
  const noRule: Report = {
    ...onDay(report, 0),
    summary: { ...report.summary, outcome: 'incomplete', exitCode: 3 },
    requirements: report.requirements.map(({ because: _, ...one }) =>
      one.operation === 'delete'
        ? { ...one, verdict: 'not-exercised', evidence: [], reason: rule }
        : { ...one, verdict: 'conforms' },
    ),
  };
  const others = Object.fromEntries(report.requirements.map((one) => [one.id, 'conforms'] as const));
  const matrix = matrixOf(
    [
      named('staging', { ...others, [id]: 'deviates' }),
      named('sandbox', { ...others, 'put:authorization': 'deviates' }),
      named('production', {}, noRule),
    ].map((one, at) => ({ ...one, run: { ...one.run, runId: `r${at}` } })),
  );
  const outline = targetsOutline(matrix, { detail: 'page', whole: null });

  test('says in the head of a column what a target comes to', () => {
    const table = sectionOf(outline, 'differs');
    const heads = table?.kind === 'table' ? table.columns.map(plainText) : [];
    expect(heads).toEqual(['field', 'production – DELETE not checked', 'sandbox ✗ security', 'staging ✗ 1']);
  });

  test('has a row for each field, with its requirements below, and marks only what differs', () => {
    const rows = sectionOf(outline, 'differs')?.rows as readonly TableRow[];
    expect(rows.map(({ title }) => plainText(title))).toEqual(['PUT authorization', 'DELETE data.priority']);
    const [open, priority] = rows;
    expect(open?.cells.map((cell) => cell?.differs)).toEqual([false, true, false]);
    expect(priority?.cells.map((cell) => cell?.sign)).toEqual(['not-exercised', 'conforms', 'deviates']);
    expect(priority?.cells[2]).toMatchObject({ url: 'staging/report.html', to: id, text: 'deviates: type' });
    expect(priority?.below?.length).toBe(
      deletes.filter((one) => one.startsWith('delete.data.priority:')).length,
    );
  });

  test('says once why a target could not be asked for something', () => {
    const rows = sectionOf(outline, 'not-checked')?.rows as readonly Row[];
    expect(rows.map(({ title }) => title)).toEqual([
      `production: ${deletes.length} requirements not checked: ${rule}`,
    ]);
  });

  test('has 25 columns on a page, and counts the others', () => {
    const many = Array.from({ length: 30 }, (_, at) => named(`host-${at}`, { ...others, [id]: 'deviates' }));
    const runs = many.map((one, at) => ({ ...one, run: { ...one.run, runId: `r${at}` } }));
    const wide = targetsOutline(matrixOf(runs), { detail: 'page', whole: null });
    const table = sectionOf(wide, 'differs');
    expect(table?.kind === 'table' && table.columns.length).toBe(1 + 25);
    expect(table?.more).toBe('and 5 more columns');
    expect(sectionOf(wide, 'targets')?.rows).toHaveLength(30);
  });

  test('of which all deviate alike marks nothing', () => {
    const both = ['a', 'b'].map((name) => named(name, { ...others, [id]: 'deviates' }));
    const runs = both.map((one, at) => ({ ...one, run: { ...one.run, runId: `r${at}` } }));
    const alike = targetsOutline(matrixOf(runs), { detail: 'page', whole: null });
    const rows = sectionOf(alike, 'differs')?.rows as readonly TableRow[];
    expect(rows[0]?.cells.map((cell) => [cell?.sign, cell?.differs])).toEqual([
      ['deviates', false],
      ['deviates', false],
    ]);
  });
});

const documents = [
  ...comparisonReporters.map(({ name, load }) => ({
    name: `comparison, ${name}`,
    outline: comparisonOutline(compared, all),
    text: async () => (await load())(compared, { colour: false, columns: 100 }),
  })),
  ...matrixReporters.map(({ name, load }) => ({
    name: `matrix, ${name}`,
    outline: historyOutline(nights(12), all),
    text: async () => (await load())(nights(12), { colour: false, columns: 100 }),
  })),
].filter(({ name }) => !name.endsWith('json'));

test.each(documents)('$name has every section, by its name and in order', async ({ outline, text }) => {
  const body = (await text()).replace(/^[\s\S]*<main/, '');
  const places = headings(outline).map((heading) => body.indexOf(heading ?? ''));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

test('an empty line of a row is left out in Markdown', () => {
  const lines = [[], [{ label: 'a', text: 'b' }], []];
  const sections = (['list', 'record', 'strip'] as const).map((kind) =>
    listed(kind, kind, kind, [{ title: 'row', lines }]),
  );
  const { line, mark } = comparisonOutline(compared, all);
  const text = markdownOf({ kind: '', tab: '', title: '', line, mark, head: [], conclusion: [], sections });
  expect(text.split('\n').filter((one) => /^ *-/.test(one))).toEqual([
    '- row; a: b',
    '- **row**',
    '  - a: b',
    '- row',
    '  - a: b',
  ]);
});
