import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';
import type { Comparison, Report } from '../support/subject.ts';
import { report } from '../unit/reporters/fixture.ts';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
  write('before.json', report);
  write('worse.json', withVerdict('delete.data.priority:type', 'deviates'));
  write('shown.json', withVerdict('put.data.deletedAt:format', 'deviates'));
});

function write(name: string, content: unknown): void {
  writeFileSync(join(cwd, name), JSON.stringify(content));
}

function withVerdict(id: string, verdict: 'deviates'): Report {
  const requirements = report.requirements.map((row) => (row.id === id ? { ...row, verdict } : row));
  return { ...report, requirements };
}

const compare = (...args: readonly string[]) => conformance(['compare', ...args], { cwd });

describe('compare', () => {
  test.each([
    [['before.json', 'worse.json'], 1, 'WORSE (exit 1): 1 requirement of the document got worse'],
    [['worse.json', 'before.json'], 0, 'BETTER (exit 0): no requirement of the document got worse'],
    [['before.json', 'before.json'], 0, 'SAME (exit 0): no requirement of the document got worse'],
    [
      ['before.json', 'shown.json'],
      0,
      'WORSE (exit 0): 1 requirement only suggested by the document got worse, which fails only under --strict',
    ],
    [
      ['before.json', 'shown.json', '--strict'],
      1,
      'WORSE (exit 1): 1 requirement only suggested by the document got worse',
    ],
  ])('%j exits %d', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await compare(...args);
    expect([code, stderr]).toEqual([exitCode, '']);
    expect(stdout).toContain(`\n${line}`);
    for (const name of ['json', 'md']) expect(existsSync(join(cwd, `comparison.${name}`))).toBe(false);
  });

  test('writes every format into a folder', async () => {
    const { code, stdout } = await compare('before.json', 'worse.json', '--out', 'made/here');
    expect(code).toBe(1);
    expect(stdout).toContain('Got worse (1)');
    const text = readFileSync(join(cwd, 'made/here/comparison.json'), 'utf8');
    expect((JSON.parse(text) as Comparison).summary.exitCode).toBe(1);
    expect(readFileSync(join(cwd, 'made/here/comparison.md'), 'utf8')).toContain('### Got worse (1)');
  });

  test('writes beside the later report and prints nothing when so chosen', async () => {
    const { stdout } = await compare('before.json', 'worse.json', '--reporter', 'markdown');
    expect(stdout).toBe('');
    expect(existsSync(join(cwd, 'comparison.md'))).toBe(true);
    expect(existsSync(join(cwd, 'comparison.json'))).toBe(false);
  });
});
