import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wrappers } from '../cases/wrapped-lines.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { conformingExchanges } from '../support/conforming.ts';
import type { Report } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';

/** A log that a runtime or a shipper wrote is judged as the lines of output themselves. */

const lines = conformingExchanges().map(asLine);
const deviating = lines.map((line) => line.replaceAll('\\"enabled\\":true', '\\"enabled\\":\\"yes\\"'));

async function judged(log: readonly string[], ...args: readonly string[]) {
  const cwd = folderWith({ 'a.log': `${log.join('\n')}\n` });
  const { code } = await conformance(['check', 'a.log', '--reporter', 'json', ...args], { cwd });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'traffic-report/report.json'), 'utf8'));
  const { exchanges, other, bad } = report.traffic ?? {};
  const verdicts = report.requirements.map(({ id, verdict, counts }) => ({ id, verdict, counts }));
  return { code, verdicts, exchanges, other, bad };
}

test.each(Object.entries(wrappers))('%s', async (_, wrapped) => {
  for (const output of [lines, deviating]) {
    const found = await judged(output.flatMap(wrapped));
    expect(found).toEqual({ ...(await judged(output)), other: output.length });
    expect(found).toMatchObject({ code: output === lines ? 0 : 1, exchanges: lines.length, bad: 0 });
  }
});

test.each(Object.entries(wrappers).filter(([name]) => name.includes('parts')))(
  '%s: the last part is missing, and no entry goes lost without a word',
  async (_, wrapped) => {
    const log = lines.slice(0, 1).flatMap(wrapped);
    const at = log.findLastIndex((line) => !/starting|level/.test(line));
    const found = await judged([...lines.slice(1), ...log.toSpliced(at, 1)]);
    expect(found).toMatchObject({ code: 3, exchanges: lines.length - 1, bad: 1 });
  },
);
