import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { named, unnamed } from '../cases/unread-forms.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { conformingExchanges } from '../support/conforming.ts';
import type { Report } from '../support/subject.ts';
import { asLine } from '../support/traffic.ts';

/** A file of which nothing is an exchange, although it has requests of the document, says so. */

const exchanges = conformingExchanges().map(asLine).join('\n');

async function checked(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const cwd = folderWith(files);
  const command = ['check', ...Object.keys(files), ...args, '--reporter', 'terminal,json'];
  const { code, stdout } = await conformance(command, { cwd });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'traffic-report/report.json'), 'utf8'));
  const { sources = [], other, bad } = report.traffic ?? {};
  const reasons = report.summary.reasons.join('\n');
  return { code, stdout, reasons, other, bad, requestAt: sources.map((one) => one.requestAt) };
}

test.each(Object.entries(named))('%s', async (_, value) => {
  const log = `starting\n${JSON.stringify(value)}\n${JSON.stringify(value)}\n`;
  const alone = await checked({ 'odd.log': log });
  expect(alone).toMatchObject({ code: 3, other: 3, bad: 0, requestAt: [2] });
  expect(alone.reasons).toContain('odd.log:2 ');
  const beside = await checked({ 'odd.log': log, 'a.log': exchanges }, '--side', 'response');
  expect(beside).toMatchObject({ code: 0, bad: 0, requestAt: [2, undefined] });
  expect(beside.stdout).toContain('odd.log:2 ');
  const together = await checked({ 'a.log': log + exchanges }, '--side', 'response');
  expect(together).toMatchObject({ code: 0, requestAt: [undefined] });
});

test.each(Object.entries(unnamed))('nothing is said: %s', async (_, value) =>
  expect(await checked({ 'odd.log': JSON.stringify(value) })).toMatchObject({
    code: 3,
    requestAt: [undefined],
  }),
);

test('exchanges that were not asked for are in a form that is read', async () =>
  expect(await checked({ 'a.log': exchanges }, '--base-url', 'https://elsewhere.example')).toMatchObject({
    code: 3,
    requestAt: [undefined],
  }));
