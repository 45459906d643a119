import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { conformance as started, temporaryFolder } from '../support/cli.ts';
import { report } from '../unit/reporters/fixture.ts';

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});

const markdown = () => readFileSync(join(cwd, 'report.md'), 'utf8');

const conformance = (args: readonly string[]) => started(args, { cwd });

describe('render --previous', () => {
  const changed = (id: string) => ({
    ...report,
    requirements: report.requirements.map((row) => (row.id === id ? { ...row, verdict: 'conforms' } : row)),
  });

  beforeEach(() => {
    writeFileSync(join(cwd, 'before.json'), JSON.stringify(changed('delete.data.createdAt:presence')));
    writeFileSync(join(cwd, 'after.json'), JSON.stringify(report));
  });

  test('tells in Markdown what flipped, behind the deviations', async () => {
    const { code } = await conformance(
      'render after.json --previous before.json --reporter markdown'.split(' '),
    );
    expect(code).toBe(0);
    expect(markdown()).toMatch(/^- \*\*Changed:\*\* Worse than run 5d0c of 2026-03-01.*: 1 new deviation/m);
    expect(markdown()).toMatch(
      /### Problems[\s\S]+### Since the earlier run\s+- \*\*New \(1\):\*\* `delete\.data\.createdAt:presence`/,
    );
  });

  test('says nothing of an earlier run where nobody asked', async () => {
    await conformance(['render', 'after.json', '--reporter', 'markdown']);
    expect(markdown()).not.toContain('- **Changed:**');
    expect(markdown()).not.toContain('### Since');
  });
});
