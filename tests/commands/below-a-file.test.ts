import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { belowAFile } from '../cases/below-a-file.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { report } from '../support/reports.ts';

/** A path below a file is a mistake of whoever typed it, never a fault of the suite. */

let cwd = '';
beforeAll(async () => {
  cwd = folderWith({ 'report.json': JSON.stringify(report) });
  await conformance(['run', '--reference', '--out', 'made'], { cwd });
  copyFileSync(join(cwd, 'made/exchanges.ndjson'), join(cwd, 'exchanges.ndjson'));
  const part = ['--partial', 'part.json', '--part-id', '0', '--parts', '1'];
  await conformance(['check', 'exchanges.ndjson', ...part], { cwd });
});

test.each(belowAFile)('%s', async (line) => {
  const { code, stdout, stderr } = await conformance(line.split(' '), { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('report.json/a');
});
