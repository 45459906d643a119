import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { behindAnEnd, brokenLogs, ordinaryLines } from '../cases/cut-lines.ts';
import { conformance, folderWith } from '../support/cli.ts';
import type { Report } from '../support/subject.ts';

/** An entry that is cut, or joined with another, is one that could not be read, wherever in it the request is. */

async function countsOf(lines: readonly string[]) {
  const cwd = folderWith({ 'a.log': lines.join('\n') });
  const { code } = await conformance(['check', 'a.log', '--reporter', 'json'], { cwd });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'traffic-report/report.json'), 'utf8'));
  const { exchanges, other, bad } = report.traffic ?? {};
  return { code, exchanges, other, bad };
}

test.each(brokenLogs)('%s', async (_, lines) =>
  expect(await countsOf(lines)).toEqual({ code: 3, exchanges: 0, other: 0, bad: lines.length }),
);

test.each(behindAnEnd)('an entry behind the end of another one: %s', async (_, lines) => {
  const { exchanges, other, bad } = await countsOf(lines);
  expect({ other, bad }).toEqual({ other: 0, bad: lines.length });
  expect(exchanges).toBeGreaterThan(0);
});

test.each(ordinaryLines)('no entry: %s', async (line) =>
  expect(await countsOf([line])).toEqual({ code: 3, exchanges: 0, other: 1, bad: 0 }),
);
