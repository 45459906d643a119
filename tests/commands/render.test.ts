import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { conformingExchanges, putAnswer, recordingOf, withBody } from '../support/conforming.ts';
import { reportOf } from '../support/engine.ts';
import type { Report } from '../support/subject.ts';

const exchanges = conformingExchanges();
const recording = recordingOf(exchanges);
const report = reportOf(recording);

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});

function write(name: string, ...lines: readonly unknown[]): void {
  writeFileSync(join(cwd, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function intentOf({ id, operation, credentials, purpose, request }: (typeof exchanges)[number]) {
  const { method, addressed, url } = request;
  return {
    line: 'intent',
    probe: { id, operation, credentials, method, path: '/x', purpose, addressed },
    url,
    at: '2025-01-07T08:09:10.000Z',
  };
}

const render = (...args: readonly string[]) => conformance(['render', ...args], { cwd });

function rendered(folder = ''): Report {
  return JSON.parse(readFileSync(join(cwd, folder, 'report.json'), 'utf8')) as Report;
}

const run = { line: 'run', formatVersion: 1, header: recording.header };
const recorded = exchanges.map((exchange) => ({ line: 'exchange', exchange }));

describe('render', () => {
  test('makes every format again from a report', async () => {
    write('report.json', report);
    const { code, stdout } = await render('report.json', '--out', 'again');
    expect(code).toBe(0);
    expect(stdout).toContain('CONFORMS (exit 0)');
    expect(rendered('again')).toEqual(report);
    for (const name of ['junit.xml', 'report.md', 'report.html'])
      expect(existsSync(join(cwd, 'again', name))).toBe(true);
  });

  test.each(['operations', 'conclusion', 'problems', 'change'] as const)(
    'refuses a report without %s',
    async (name) => {
      write('report.json', { ...report, [name]: undefined });
      const { code, stderr } = await render('report.json');
      expect(code).toBe(2);
      expect(stderr).toContain(`its root must have required property '${name}'`);
    },
  );

  test('judges a recording anew, with the same report', async () => {
    write('exchanges.ndjson', run, ...recorded, { line: 'end', durationMs: 12, cut: false });
    const { code } = await render('exchanges.ndjson', '--reporter', 'json');
    expect(code).toBe(0);
    expect(rendered()).toEqual({
      ...report,
      evidence: expect.objectContaining({ contract: expect.any(String) }),
    });
    expect(existsSync(join(cwd, 'junit.xml'))).toBe(false);
  });

  test('says of a run that was killed that it was cut, and which effects are unknown', async () => {
    const sent = exchanges.filter(({ operation }) => operation === 'put');
    const lost = exchanges.filter(({ id }) => id === 'delete-authorised');
    write(
      'exchanges.ndjson',
      run,
      ...sent.map((exchange) => ({ line: 'exchange', exchange })),
      ...lost.map(intentOf),
    );
    const { code, stdout } = await render('exchanges.ndjson');
    expect(code).toBe(0);
    expect(stdout).toContain('INCOMPLETE (exit 3): The run was interrupted');
    expect(rendered()).toMatchObject({ run: { cut: true }, summary: { outcome: 'incomplete' } });
    expect(rendered().effects.map(({ operation, state }) => `${operation} ${state}`)).toEqual([
      'put confirmed',
      'delete unknown',
    ]);
  });

  test('exits 0 for a report that deviates: it gates nothing', async () => {
    const deviating = withBody('put', JSON.stringify({ ...putAnswer, status: 'OK' }));
    const lines = deviating.map((exchange) => ({ line: 'exchange', exchange }));
    write('exchanges.ndjson', run, ...lines, { line: 'end', durationMs: 12, cut: false });
    const { code, stdout } = await render('exchanges.ndjson');
    expect(code).toBe(0);
    expect(stdout).toContain('DEVIATES (exit 1)');
    expect(rendered().summary.exitCode).toBe(1);
  });
});
