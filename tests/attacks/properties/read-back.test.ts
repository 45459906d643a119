import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { reporters } from '../../../reporters/index.ts';
import { main } from '../../../src/cli/program.ts';
import { UsageError } from '../../../src/output/exit.ts';
import { reportOf } from '../../../src/output/vitest-report.ts';
import { acting } from '../../support/acting.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { contract } from '../../support/engine.ts';
import { fakeIo } from '../../support/io.ts';
import { holds } from '../../support/properties.ts';
import { anyFile, recordingLines, reportDocument } from './read-back.ts';

/** Whatever stands in a file that is read back: exit 0, 1 or 2, nothing that acts, nothing outside the folder. */

let cwd = '';
beforeAll(() => {
  cwd = temporaryFolder();
  writeFileSync(join(cwd, 'ours.json'), JSON.stringify(reportDocument));
  writeFileSync(join(cwd, 'ours.ndjson'), recordingLines.map((line) => `${JSON.stringify(line)}\n`).join(''));
});

const commands: readonly ((file: string) => readonly string[])[] = [
  ...reporters.map(({ name }) => (file: string) => ['render', file, '--reporter', name, '--out', 'out']),
  (file) => ['render', 'ours.json', '--previous', file, '--reporter', 'markdown', '--out', 'out'],
  (file) => ['render', file, '--previous', 'ours.json', '--reporter', 'markdown', '--out', 'out'],
  (file) => ['compare', file, 'ours.json', '--out', 'out'],
  (file) => ['compare', 'ours.json', file],
  (file) => ['waive', file, '--out', 'waivers.json'],
];

async function ran(args: readonly string[]) {
  const io = fakeIo({ annotations: true });
  rmSync(join(cwd, 'waivers.json'), { force: true });
  const code = await main({ args, environment: {}, cwd, io });
  return { code, printed: io.printed() + io.errors() };
}

test.each(commands.map((command) => command('FILE').join(' ')))('%s takes what we wrote', async (command) => {
  for (const file of ['ours.json', 'ours.ndjson']) {
    const { code, printed } = await ran(command.replace('FILE', file).split(' '));
    expect(printed).not.toMatch(/^conformance: /m);
    expect([0, 1]).toContain(code);
  }
});

/** vitest, started by hand, takes the recording or refuses it. */
async function byHand(file: string) {
  const io = fakeIo();
  try {
    await reportOf({ contract, environment: { CONFORMANCE_EXCHANGES: file }, cwd });
    return { code: 0, printed: '' };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(`conformance: ${error.message}\n`);
    return { code: 2, printed: io.errors() };
  }
}

const uses = [...commands.map((command) => (file: string) => ran(command(file))), byHand];

test('a file that somebody else wrote: render, compare, waive, --previous, vitest by hand', async () => {
  await holds(
    fc.asyncProperty(anyFile, fc.nat(uses.length - 1), async ({ name, text }, chosen) => {
      writeFileSync(join(cwd, name), text);
      const { code, printed } = (await uses[chosen]?.(name)) ?? { code: 4, printed: '' };
      expect([0, 1, 2], printed).toContain(code);
      expect(printed).not.toMatch(acting);
      if (code === 2) expect(printed).toMatch(/^conformance: .*\.$/m);
    }),
  );
});

test('a folder holds nothing that these properties did not write', () => {
  const known = /^(?:ours\.(?:json|ndjson)|report\.json|exchanges\.ndjson|out|waivers\.json|comparison\..*)$/;
  expect(readdirSync(cwd).filter((name) => !known.test(name))).toEqual([]);
  expect(readFileSync(join(cwd, 'ours.json'), 'utf8')).toBe(JSON.stringify(reportDocument));
});
