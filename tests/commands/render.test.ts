import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { conformingExchanges, recordingOf } from '../support/conforming.ts';
import { type Changed, type Edit, record, recorded, run } from '../support/runs.ts';
import { buildReport, type Report } from '../support/subject.ts';
import { recordingText } from '../support/traffic.ts';

/** `render`, of a report and of a recording, whole or of a run that was killed. */

const report = buildReport(recordingOf(conformingExchanges()));

let cwd = '';
beforeEach(() => {
  cwd = temporaryFolder();
});

const render = (...args: readonly string[]) => conformance(['render', ...args], { cwd });
const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
const recording = (...parts: readonly (Edit | Changed)[]) =>
  write('exchanges.ndjson', recordingText(recorded(run(...parts))));

function rendered(folder = ''): Report {
  return JSON.parse(readFileSync(join(cwd, folder, 'report.json'), 'utf8')) as Report;
}

test('makes every format again from a report', async () => {
  write('report.json', JSON.stringify(report));
  const { code, stdout } = await render('report.json', '--out', 'again');
  expect([code, stdout]).toEqual([0, expect.stringContaining('CONFORMS (exit 0)')]);
  expect(rendered('again')).toEqual(report);
  for (const name of ['junit.xml', 'report.md', 'report.html'])
    expect(existsSync(join(cwd, 'again', name))).toBe(true);
});

test.each(['operations', 'conclusion', 'problems', 'change'])('refuses a report without %s', async (name) => {
  write('report.json', JSON.stringify({ ...report, [name]: undefined }));
  const { code, stderr } = await render('report.json');
  expect([code, stderr]).toEqual([2, expect.stringContaining(`must have required property '${name}'`)]);
});

test('judges a recording anew, with the same report, in the formats that are chosen', async () => {
  recording();
  expect(await render('exchanges.ndjson', '--reporter', 'json')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(rendered()).toEqual({ ...report, evidence: { ...report.evidence, ...rendered().evidence } });
  expect(existsSync(join(cwd, 'junit.xml'))).toBe(false);
});

test('gates nothing: a recording that deviates ends with 0', async () => {
  recording(record('put', {}, { status: 'OK' }));
  const { code, stdout } = await render('exchanges.ndjson');
  expect([code, stdout]).toEqual([0, expect.stringContaining('DEVIATES (exit 1)')]);
  expect(rendered().summary.exitCode).toBe(1);
});

test('says of a run that was killed that it was cut, and which effects are unknown', async () => {
  const { header, exchanges } = recordingOf(conformingExchanges());
  const lines = exchanges.flatMap((exchange) => {
    const { id, operation, credentials, purpose, request, timings } = exchange;
    const { method, addressed, url } = request;
    if (operation === 'put') return { line: 'exchange', exchange };
    const probe = { id, operation, credentials, method, path: '/x', purpose, addressed };
    return credentials === 'authorised' ? { line: 'intent', probe, url, at: timings.startedAt } : [];
  });
  const all = [{ line: 'run', formatVersion: 1, header }, ...lines];
  write('exchanges.ndjson', all.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { code, stdout } = await render('exchanges.ndjson');
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('INCOMPLETE (exit 3): The run was interrupted'),
  ]);
  expect(rendered().run.cut).toBe(true);
  const effects = rendered().effects.map((one) => `${one.operation} ${one.state}`);
  expect(effects).toEqual(['put confirmed', 'delete unknown']);
});
