import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { draftedRuns, waivedRuns } from '../cases/waivers.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { textOf } from '../support/markdown.ts';
import { type Run, recorded } from '../support/runs.ts';
import { buildReport, type Report, type Waiver } from '../support/subject.ts';
import { together } from '../support/together.ts';

/** What becomes of waivers, and of a run with them; and the drafts that `waive` makes of a run. */

const reportOf = (run: Run, waivers: readonly Waiver[] = []) => buildReport(recorded(run, { waivers }));

function idsOf({ requirements }: Report, verdict: string): string {
  const ids = requirements.flatMap((row) => (row.verdict === verdict ? row.id : []));
  return ids.length > 3
    ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more`
    : ids.join(', ') || 'none';
}

const reports = Object.entries(waivedRuns).map(
  ([name, { run, waivers }]) => [name, reportOf(run, waivers), run] as const,
);

test('what becomes of waivers and of the run', async () => {
  const rows = reports.map(([name, report]): [string, string] => {
    const { summary, waivers, requirements, conclusion } = report;
    const blocked = requirements.filter((row) => row.verdict === 'not-exercised' && row.waiver !== undefined);
    const states = new Set(waivers.map(({ state }) => state));
    const said = [
      `  waived ${idsOf(report, 'waived')}; deviates ${idsOf(report, 'deviates')}; ${blocked.length} covered that were not exercised`,
      `  ${conclusion.verdict}`,
      ...conclusion.acts.slice(0, 3).map(({ sentence }) => `  why ${sentence}`),
      `  act ${conclusion.act}`,
    ];
    const heading = `# ${name}: ${summary.outcome} ${summary.exitCode}, ${[...states].join(', ')}`;
    return [heading, said.join('\n')];
  });
  await expect(`${together(rows)}\n`).toMatchFileSnapshot('../cases/golden/waivers.txt');
});

describe.each(reports)('%s', (_, report, run) => {
  test('hides nothing: evidence stays, and verdicts differ by waived ones alone', () => {
    const bare = new Map(reportOf(run).requirements.map((row) => [row.id, row]));
    for (const { id, verdict, evidence, counts } of report.requirements) {
      const before = bare.get(id);
      expect([id, evidence, counts]).toEqual([id, before?.evidence, before?.counts]);
      expect([id, verdict === 'waived' ? 'deviates' : verdict]).toEqual([id, before?.verdict]);
    }
  });

  test('a waiver covers what it names, and what that blocks', () => {
    for (const { id, covers, state } of report.waivers) {
      if (state !== 'active') expect([id, covers]).toEqual([id, []]);
      const begins = id.endsWith('*') ? id.slice(0, -1) : id;
      const own = report.requirements.filter((row) => row.verdict === 'waived').map((row) => row.id);
      for (const waived of own.filter((one) => covers.includes(one)))
        expect(waived.startsWith(begins)).toBe(true);
    }
  });
});

const day = 86_400_000;

async function drafted(report: Report) {
  const cwd = folderWith({ 'report.json': JSON.stringify(report) });
  const ended = await conformance(['waive', 'report.json', '--out', 'w.json'], { cwd });
  expect(ended.code, ended.stderr).toBe(0);
  const text = readFileSync(join(cwd, 'w.json'), 'utf8');
  const printed = (ended.stdout + ended.stderr).trimEnd().split('\n');
  return {
    text,
    cwd,
    printed,
    waivers: (JSON.parse(text) as { readonly waivers: readonly Waiver[] }).waivers,
  };
}

test('drafts', async () => {
  const lines: string[] = [];
  const accepting = reports.filter(
    ([, { waivers }]) => waivers.length < 5 && waivers.some(({ state }) => state !== 'active'),
  );
  const all = Object.entries(draftedRuns).slice(1);
  for (const [name, report] of [...all.map(([name, run]) => [name, reportOf(run)] as const), ...accepting]) {
    if (!report.requirements.some(({ verdict }) => verdict === 'deviates')) continue;
    const { waivers, printed } = await drafted(report);
    const [first = '', ...others] = printed.map((line) => line.replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY'));
    lines.push(`# ${name}: ${first}`);
    for (const { id, actual, reason, owner } of waivers)
      lines.push(`  ${id}${actual === undefined ? '' : ` ${actual}`}; ${reason}; ${owner}`);
    // What to do with it is always the same.
    lines.push(...others.filter((line) => !lines.includes(line)));
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../cases/golden/drafts.txt');
});

test.each(Object.entries(draftedRuns).slice(1))(
  'once filled in, a draft accepts the run: %s',
  async (_, run) => {
    const { text, cwd, waivers } = await drafted(reportOf(run));
    expect(waivers.length).toBeGreaterThan(0);
    writeFileSync(join(cwd, 'w.json'), text.replaceAll('FILL IN', 'because of'));
    const { code, stderr } = await conformance(['render', 'report.json', '--waivers', 'w.json'], { cwd });
    expect(stderr).not.toContain('FILL IN');
    expect([0, 2]).toContain(code);
    const filled = JSON.parse(readFileSync(join(cwd, 'w.json'), 'utf8')) as {
      readonly waivers: readonly Waiver[];
    };
    expect(reportOf(run, filled.waivers).summary).toMatchObject({ outcome: 'conforms', exitCode: 0 });
  },
);

test('a draft holds for the days that docs/waivers.md names', async () => {
  const [, days] = /holds for (\d+) days/.exec(textOf('docs/waivers.md')) ?? [];
  const { waivers } = await drafted(reportOf(draftedRuns['one value'] as Run));
  const left = (Date.parse(waivers[0]?.expires ?? '') - Date.now()) / day;
  // The run is of an earlier year, a draft of the day on which somebody asks for it.
  expect(Math.abs(left - Number(days))).toBeLessThanOrEqual(1.5);
});
