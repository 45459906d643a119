import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { render } from '../../../reporters/terminal.ts';
import type { Report } from '../../../src/model/report.ts';
import { report } from './fixture.ts';
import { hostile, hostileTexts, withText } from './hostile.ts';

const plain = { colour: false, columns: 80 };
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\u2003]/u;

function lines(from: Report, options = plain): readonly string[] {
  return render(from, options).trimEnd().split('\n');
}

function judged(change: (row: Report['requirements'][number]) => Report['requirements'][number]): Report {
  return { ...report, requirements: report.requirements.map(change) };
}

describe('terminal', () => {
  it('ends with the outcome and the decisive reason', () => {
    expect(lines(report).at(-1)).toBe(
      'DEVIATES (exit 1): 3 stated requirements deviate, the first is put:authorization',
    );
  });

  it('stays within 80 columns, but for commands that are to be copied', () => {
    const long = lines(report).filter((line) => line.length > 80);
    expect(long.filter((line) => !/^ {4}( {2}-|curl )/.test(line))).toEqual([]);
    expect(long.length).toBeGreaterThan(0);
  });

  it('wraps earlier where the terminal is narrower', () => {
    const narrow = lines(report, { ...plain, columns: 50 });
    const prose = narrow.filter((line) => line.startsWith('    a request without'));
    expect(prose.every((line) => line.length <= 50)).toBe(true);
    expect(narrow.length).toBeGreaterThan(lines(report).length);
  });

  it('says the same in colour', () => {
    const coloured = render(report, { ...plain, colour: true });
    expect(coloured).toContain('\u001b[');
    expect(stripVTControlCharacters(coloured)).toBe(render(report, plain));
  });

  it('puts deviations before the table, stated ones first', () => {
    const text = render(report, plain);
    const order = [
      '✗ put:authorization',
      '! put.data.action.timezone:format',
      'To send',
      'whole answer  ✓',
      'field',
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it('has no table of places where none was exercised', () => {
    const reason = 'the service answered 422';
    const none = judged((row) => ({ ...row, verdict: 'not-exercised', reason, because: '', evidence: [] }));
    const text = render(none, plain);
    expect(text).not.toContain('field ');
    expect(text).toContain('10 rows: the service answered 422');
  });

  it('counts what would fill pages: reasons, effects, requests behind one command', () => {
    const every = judged((row) => ({ ...row, verdict: 'not-exercised', reason: `because of ${row.id}` }));
    const more = Array.from({ length: 5 }, (_, copy) =>
      every.requirements.map((row) => ({ ...row, reason: `${row.reason} ${copy}` })),
    );
    const effects = Array.from({ length: 25 }, (_, n) => ({
      operation: 'put' as const,
      id: `t-${n}`,
      state: 'confirmed' as const,
      exchange: 'e1',
    }));
    const text = render({ ...every, requirements: more.flat(), effects }, plain);
    expect(text).toContain('38 more rows for other reasons, see report.json');
    expect(text).toContain('and 15 more, see report.json');
  });

  it('counts the requests of a repeated PUT', () => {
    const [first] = report.exchanges;
    if (!first) throw new Error('the fixture has exchanges');
    const exchanges = Array.from({ length: 5 }, (_, n) => ({ ...first, id: `r${n}`, probe: `put-${n}` }));
    const evidence = exchanges.map(({ id }) => ({ exchange: id, pointer: '', expected: 'x', actual: 'y' }));
    const repeated = judged((row) => (row.verdict === 'deviates' ? { ...row, evidence } : row));
    expect(render({ ...repeated, exchanges }, plain)).toContain(
      'To send put-0, put-1, put-2 and 2 more again',
    );
  });

  it('says what the run was', () => {
    const { run } = report;
    const scope = { operations: ['put'] as const, unauthorized: false, conditionsSent: false };
    const strict = { ...run, cut: true, scope, options: { ...run.options, strict: true, repeat: 1 } };
    const text = render(
      { ...report, run: strict, target: { baseUrl: 'http://[::1]:80', reference: true } },
      plain,
    );
    expect(text).toContain('PUT, without unauthorised requests, no conditions sent, strict\n');
    expect(text).toContain('http://[::1]:80 (the embedded reference service)\n');
    expect(text).toContain('5 of 6 planned requests in 1.43 s, cut short');
  });

  it.each(hostileTexts)('is not moved by %j', (text) => {
    const shown = lines(withText(` ${text}`));
    expect(shown.filter((line) => unseen.test(line))).toEqual([]);
    expect(shown.filter((line) => /^\s*::|##(vso|teamcity)?\[/.test(line))).toEqual([]);
  });

  it('has only its own escape sequences', () => {
    const coloured = render(withText(hostile), { ...plain, colour: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences in question
    const own = coloured.replace(/\u001b\[(?:1|2|22|31|32|33|39)m/g, '').replaceAll('\n', '');
    expect(own).not.toMatch(unseen);
  });
});
