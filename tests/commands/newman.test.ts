import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Execution, executions, layouts } from '../cases/newman.ts';
import { conformance, folderWith, root } from '../support/cli.ts';
import type { Report } from '../support/subject.ts';

/** newman's JSON report is read as it is, whatever an execution lacks. */

const sample = JSON.parse(
  readFileSync(join(root, 'tests/support/fixtures/traffic/newman-report.json'), 'utf8'),
);
const [deviating] = sample.run.executions as [Execution & { response: { stream: { data: number[] } } }];
const text = Buffer.from(deviating.response.stream.data).toString();
const data = [
  ...Buffer.from(text.replace('"enabled":"no"', '"enabled":true').replace('4f1c9aa0', '4f1c9aa1')),
];
const conforming: Execution = {
  ...deviating,
  response: { ...deviating.response, stream: { type: 'Buffer', data } },
};

const reportOf = (all: readonly unknown[]) => ({ ...sample, run: { ...sample.run, executions: all } });

async function checked(content: string) {
  const cwd = folderWith({ 'r.json': content });
  const { code, stdout } = await conformance(['check', 'r.json', '--reporter', 'terminal,json'], { cwd });
  const report: Report = JSON.parse(readFileSync(join(cwd, 'traffic-report/report.json'), 'utf8'));
  const row = report.requirements.find(({ id }) => id === 'delete.data.enabled:type');
  return { code, stdout, row, traffic: report.traffic };
}

test.each(Object.entries(executions))('%s', async (_, { change, found, status = 200, isJudged = true }) => {
  const { exchanges = 1, other = 0, bad = 0 } = found ?? {};
  const before = JSON.stringify(reportOf([change(conforming), deviating]));
  const { code, row, traffic } = await checked(before);
  expect(traffic?.sources[0]?.format).toBe('newman');
  expect(traffic).toMatchObject({ exchanges: exchanges + 1, other, bad });
  expect([code, row?.counts.deviates]).toEqual([1, 1]);
  expect(row?.counts.conforms).toBe(exchanges === 1 && isJudged && status === 200 ? 1 : 0);
  const statuses = traffic?.operations.find(({ operation }) => operation === 'delete')?.statuses;
  if (exchanges === 1 && status !== 200) expect(statuses).toContainEqual({ value: status, count: 1 });
  const alone = await checked(JSON.stringify(reportOf([change(conforming)])));
  expect([0, 3]).toContain(alone.code);
});

test.each(Object.entries(layouts))('a report %s', async (_, written) => {
  const { code, row, traffic } = await checked(written(reportOf([conforming, deviating])));
  expect([code, traffic?.exchanges, row?.evidence[0]?.exchange]).toEqual([1, 2, 'r.json:2']);
  expect((await checked(written(reportOf([conforming, conforming])))).code).toBe(0);
});

test('a report that is cut, wherever: what was read counts, and the rest could not be read', async () => {
  const whole = JSON.stringify(reportOf([conforming, conforming]), null, 2);
  for (let at = 25; at < whole.length - 1; at += Math.ceil(whole.length / 40)) {
    const { code, traffic } = await checked(whole.slice(0, at));
    expect([code, traffic?.bad, traffic?.sources[0]?.format], `at ${at}`).toEqual([3, 1, 'newman']);
  }
  const { stdout } = await checked(whole.replace('"executions": [', '"executions": [,'));
  expect(stdout).toContain('r.json:1 is not JSON from here on');
});
