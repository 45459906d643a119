import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { reporters } from '../../../reporters/index.ts';
import type { FormatOptions } from '../../../reporters/reporter.ts';
import type { Report } from '../../../src/model/report.ts';
import { notComparable, withChange } from '../../../src/report/change.ts';
import { concluded } from '../../../src/report/conclusion.ts';
import { contract } from '../../support/engine.ts';
import { terminal as render } from '../../support/rendered.ts';
import { writtenBy } from '../../support/written.ts';
import { report } from './fixture.ts';
import { hostile, withText } from './hostile.ts';

const plain = { colour: false, columns: 80 };
const verbose = { ...plain, detail: 'verbose' } as const;
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\u2003]/u;

function lines(from: Report, options: FormatOptions = plain): readonly string[] {
  return render(from, options).trimEnd().split('\n');
}

function judged(change: (row: Report['requirements'][number]) => Report['requirements'][number]): Report {
  return concluded({ ...report, requirements: report.requirements.map(change) }, contract);
}

describe('terminal', () => {
  it('ends with the outcome and the verdict, and quietly has nothing else', () => {
    const last = `DEVIATES (exit 1): ${report.conclusion.verdict}`;
    expect(lines(report).at(-1)).toBe(last);
    expect(render(report, { ...plain, detail: 'quiet' })).toBe(`${last}\n`);
  });

  it('stays within 80 columns, but for addresses in commands that are to be copied', () => {
    expect(lines(report, { ...plain, isTerminal: true }).filter((line) => line.length > 80)).toEqual([]);
    const shown = lines(report, { ...plain, isTerminal: true, detail: 'verbose' });
    const long = shown.filter((line) => line.length > 80);
    expect(long.filter((line) => !/^ {6}'https:/.test(line))).toEqual([]);
    expect(long.length).toBeGreaterThan(0);
  });

  it('breaks a value that is longer than a line on a terminal only', () => {
    const actual = 'x'.repeat(150);
    const wide = judged((row) => ({ ...row, evidence: row.evidence.map((one) => ({ ...one, actual })) }));
    expect(lines(wide, verbose).some((line) => line.endsWith(actual))).toBe(true);
    const shown = lines(wide, { ...verbose, isTerminal: true }).filter((line) => /x{50}/.test(line));
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.filter((line) => line.length > 80)).toEqual([]);
  });

  it('wraps earlier where the terminal is narrower', () => {
    const narrow = lines(report, { ...verbose, columns: 50 });
    const prose = narrow.filter((line) => line.startsWith('  ✓ '));
    expect(prose.length).toBeGreaterThan(0);
    expect(prose.every((line) => line.length <= 50)).toBe(true);
    expect(narrow.length).toBeGreaterThan(lines(report, verbose).length);
  });

  it('says the same in colour', () => {
    const coloured = render(report, { ...plain, colour: true });
    expect(coloured).toContain('\u001b[');
    expect(stripVTControlCharacters(coloured)).toBe(render(report, plain));
  });

  it('has the matrix and all observations only where somebody asks', () => {
    const change = { ...notComparable('x'), appeared: ['delete.data.createdAt:presence'] };
    expect(render(withChange(report, change), plain)).not.toMatch(/^field |Which HTTP status codes/m);
    expect(render(report, verbose)).toMatch(/^field /m);
    expect(render(report, verbose)).toContain('Which HTTP status codes');
  });

  it('gives a deviation five lines at most, and no command', () => {
    const text = render(report, { ...plain, columns: 120, isTerminal: true });
    const [, section = ''] = /\nProblems \(\d+\)\n(.*?)\n\n(?=\w)/s.exec(text) ?? [];
    const records = section.split('\n\n');
    expect(records).toHaveLength(report.problems.length);
    for (const record of records) expect(record.split('\n').length).toBeLessThanOrEqual(5);
    expect(text).not.toContain('curl ');
    expect(render(report, verbose)).toContain('curl ');
  });

  it.each([60, 80, 120])('loses nothing of a deviation where lines have %d columns', (columns) => {
    const words = (text: string) => text.replaceAll(/\s+/g, ' ');
    const narrow = words(render(report, { ...plain, columns, isTerminal: true }));
    const { evidence } =
      report.requirements.find(({ id }) => id === report.problems[3]?.requirements[0]) ?? {};
    const [seen] = evidence ?? [];
    expect(narrow).toContain(`at ${seen?.pointer}; expected ${seen?.expected}; actual ${seen?.actual} `);
    expect(narrow).not.toContain('…');
  });

  it('names the reports', () => {
    const files = [
      { format: 'json', name: 'report.json', path: 'out/report.json' },
      { format: 'html', name: 'report.html', path: 'out/report.html' },
    ];
    expect(render(report, { ...plain, files })).toMatch(/^reports +out\/report\.html, report\.json$/m);
  });

  it('has no table of places where none was exercised', () => {
    const [verdict, reason] = ['not-exercised', 'the service answered 422'] as const;
    const none = judged(({ because: _, ...row }) => ({ ...row, verdict, reason, evidence: [] }));
    const text = render(none, { ...plain, detail: 'verbose' });
    expect(text).not.toMatch(/^field /m);
    expect(text).toContain('PUT, 10 requirements: the service answered 422');
  });

  it('counts what would fill pages: reasons, effects, requests behind one command', () => {
    const every = judged((row) => ({ ...row, verdict: 'not-exercised', reason: `because of ${row.id}` }));
    const more = Array.from({ length: 5 }, (_, copy) =>
      every.requirements.map((row) => ({ ...row, reason: `${row.reason} ${copy}` })),
    );
    const written = { operation: 'put', state: 'confirmed', exchange: 'e1' } as const;
    const effects = Array.from({ length: 25 }, (_, n) => ({ ...written, id: `t-${n}` }));
    const full = { ...every, requirements: more.flat(), effects };
    const text = render(full, { ...plain, files: writtenBy(reporters) });
    expect(text).toContain('44 requirements: other reasons, see report.json');
    expect(text).toMatch(/and\s+15\s+more,\s+see\s+report.json/);
  });

  it('counts the requests of a repeated PUT', () => {
    const [first] = report.exchanges;
    if (!first) throw new Error('the fixture has exchanges');
    const exchanges = Array.from({ length: 5 }, (_, n) => ({ ...first, id: `r${n}`, probe: `put-${n}` }));
    const evidence = exchanges.map(({ id }) => ({ exchange: id, pointer: '', expected: 'x', actual: 'y' }));
    const repeated = judged((row) => (row.verdict === 'deviates' ? { ...row, evidence } : row));
    expect(render({ ...repeated, exchanges }, verbose)).toContain(
      'To send put-0, put-1, put-2 and 2 more again',
    );
  });

  it('names no operation of which nothing was sent', () => {
    const scope = { operations: ['delete'] as const, unauthorized: true, conditionsSent: false };
    const { options } = report.run;
    const run = { ...report.run, scope, options: { ...options, repeat: 3 } };
    const text = render({ ...report, run }, plain);
    expect(text).toContain('scope     DELETE, unauthorised requests included\n');
  });

  it('says what the run was', () => {
    const { run } = report;
    const scope = { operations: ['put'] as const, unauthorized: false, conditionsSent: false };
    const strict = { ...run, cut: true, scope, options: { ...run.options, strict: true, repeat: 1 } };
    const target = { baseUrl: 'http://[::1]:80', reference: true };
    const text = render({ ...report, run: strict, target }, plain);
    expect(text).toContain('PUT, without unauthorised requests, no conditions sent, strict\n');
    expect(text).toContain('http://[::1]:80 (the embedded reference service)\n');
    expect(text).toContain('5 of 6 requests in 1.43 s, cut short');
  });

  it('has only its own escape sequences', () => {
    const coloured = render(withText(hostile), { ...plain, colour: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences in question
    const own = coloured.replace(/\u001b\[(?:1|2|22|31|32|33|39)m/g, '').replaceAll('\n', '');
    expect(own).not.toMatch(unseen);
  });
});
