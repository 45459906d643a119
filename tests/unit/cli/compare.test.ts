import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Comparison } from '../../../src/model/comparison.ts';
import type { Report } from '../../../src/model/report.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { commandLine } from '../../support/command-line.ts';
import { report } from '../reporters/fixture.ts';

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

const compare = (...args: readonly string[]) => commandLine(['compare', ...args], { cwd });

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
    const { code, printed, errors } = await compare(...args);
    expect([code, errors]).toEqual([exitCode, '']);
    expect(printed).toContain(`\n${line}`);
    for (const name of ['json', 'md']) expect(existsSync(join(cwd, `comparison.${name}`))).toBe(false);
  });

  test('writes every format into a folder', async () => {
    const { code, printed } = await compare('before.json', 'worse.json', '--out', 'made/here');
    expect(code).toBe(1);
    expect(printed).toContain('Got worse (1)');
    const text = readFileSync(join(cwd, 'made/here/comparison.json'), 'utf8');
    expect((JSON.parse(text) as Comparison).summary.exitCode).toBe(1);
    expect(readFileSync(join(cwd, 'made/here/comparison.md'), 'utf8')).toContain('### Got worse (1)');
  });

  test('writes beside the later report and prints nothing when so chosen', async () => {
    const { printed } = await compare('before.json', 'worse.json', '--reporter', 'markdown');
    expect(printed).toBe('');
    expect(existsSync(join(cwd, 'comparison.md'))).toBe(true);
    expect(existsSync(join(cwd, 'comparison.json'))).toBe(false);
  });

  test('names every problem at once', async () => {
    write('new.json', { ...report, formatVersion: 2 });
    const { code, errors, printed } = await compare('missing.json', 'new.json');
    expect([code, printed]).toEqual([2, '']);
    expect(errors).toContain('missing.json does not exist');
    expect(errors).toContain(
      'new.json has format version 2; this version of the suite reads format version 1',
    );
  });
});
