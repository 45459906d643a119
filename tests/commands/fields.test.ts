import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fields } from '../cases/fields.ts';
import { conformance, folderWith } from '../support/cli.ts';
import { exchangesOf, only } from '../support/runs.ts';
import { ofJunit } from '../support/summaries.ts';
import { asLine } from '../support/traffic.ts';
import { deviating, reportIn, row } from './targets.ts';

/** A problem of several fields names them where they fit; a single test, result or issue names its own. */

const texts = new Map<string, string>();

test.each(Object.entries(fields))('%s', async (name, edits) => {
  const all = exchangesOf({ edits: [only('authorised'), ...edits] });
  const cwd = folderWith({ 'traffic.ndjson': all.map(asLine).join('\n') });
  const args = ['--strict', '--reporter', 'json,junit,sarif,code-quality'];
  await conformance(['check', 'traffic.ndjson', ...args], { cwd });
  const folder = join(cwd, 'traffic-report');
  const file = (path: string) => readFileSync(join(folder, path), 'utf8');
  const report = reportIn(folder);
  const ids = deviating(report);
  const sarif: readonly { ruleId: string; message: { text: string } }[] = JSON.parse(file('report.sarif'))
    .runs[0].results;
  const issues: readonly { check_name: string; description: string }[] = JSON.parse(
    file('gl-code-quality.json'),
  );
  const junit = new Map(ofJunit(file('junit.xml')).failures.map((text, at) => [ids[at] ?? '', text]));
  const messages = {
    junit,
    sarif: new Map(sarif.map(({ ruleId, message }) => [ruleId, message.text])),
    'code-quality': new Map(issues.map((one) => [one.check_name, one.description])),
  };
  const problems = report.problems.filter(({ fields: several = [] }) => several.length > 1);
  expect(problems).not.toEqual([]);
  const nameOf = (id: string) => row(report, id).place?.split('/').at(-1) ?? '';
  for (const { fields: several = [] } of problems) {
    const names = several.map(({ requirements: [id = ''] }) => nameOf(id));
    for (const id of several.flatMap(({ requirements }) => requirements))
      for (const [format, of] of Object.entries(messages)) {
        const [title = ''] = (of.get(id) ?? '').split(/[.;] | \(/);
        const named = names.filter((field) => new RegExp(`\\b${field}\\b`).test(title));
        expect(new Set(named), `${format}: ${title}`).toEqual(new Set([nameOf(id)]));
      }
  }
  const told = report.problems.flatMap(({ title, cure, fields: [first] = [] }) => {
    const [id = ''] = first?.requirements ?? [];
    return [`  ${title}`, `    fix: ${cure}`, `    ${junit.get(id)}`];
  });
  texts.set(name, [`${name}:`, ...told].join('\n'));
});

test('each in its lines', async () => {
  await expect(`${[...texts.values()].join('\n')}\n`).toMatchFileSnapshot('../cases/golden/fields.txt');
});
