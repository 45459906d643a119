import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fields } from '../cases/fields.ts';
import { conformance, temporaryFolder } from '../support/cli.ts';
import { exchangesOf, only, run } from '../support/runs.ts';
import type { Report } from '../support/subject.ts';
import { ofJunit } from '../support/summaries.ts';
import { asLine } from '../support/traffic.ts';
import { reportIn } from './targets.ts';

/** A problem of several fields names them where they fit; a single test, result or issue names its own. */

interface Written {
  readonly report: Report;
  /** What each format says of a requirement, by its id. */
  readonly messages: Readonly<Record<string, ReadonlyMap<string, string>>>;
}

interface Sarif {
  readonly runs: readonly {
    readonly results: readonly { readonly ruleId: string; readonly message: { readonly text: string } }[];
  }[];
}

interface Issue {
  readonly check_name: string;
  readonly description: string;
}

async function written(name: string): Promise<Written> {
  const cwd = temporaryFolder();
  const all = exchangesOf(run(only('authorised'), ...(fields[name] ?? [])));
  writeFileSync(join(cwd, 'traffic.ndjson'), all.map(asLine).join('\n'));
  const args = ['--strict', '--reporter', 'json,junit,sarif,code-quality'];
  await conformance(['check', 'traffic.ndjson', ...args], { cwd });
  const folder = join(cwd, 'traffic-report');
  const file = (path: string) => readFileSync(join(folder, path), 'utf8');
  const report = reportIn(folder);
  const deviating = report.requirements.filter(({ verdict }) => verdict === 'deviates');
  const sarif = (JSON.parse(file('report.sarif')) as Sarif).runs.flatMap(({ results }) => results);
  const issues = JSON.parse(file('gl-code-quality.json')) as readonly Issue[];
  return {
    report,
    messages: {
      junit: new Map(ofJunit(file('junit.xml')).failures.map((text, at) => [deviating[at]?.id ?? '', text])),
      sarif: new Map(sarif.map(({ ruleId, message }) => [ruleId, message.text])),
      'code-quality': new Map(issues.map((one) => [one.check_name, one.description])),
    },
  };
}

const texts: string[] = [];

describe.each(Object.keys(fields))('%s', (name) => {
  let one: Written;
  beforeAll(async () => {
    one = await written(name);
  });

  test('each entry of another tool names its field, and no other', () => {
    const { report, messages } = one;
    const problems = report.problems.filter(({ fields: several = [] }) => several.length > 1);
    expect(problems).not.toEqual([]);
    for (const { fields: several = [] } of problems)
      for (const { requirements } of several)
        for (const id of requirements) {
          const nameOf = (of: string) =>
            report.requirements
              .find((row) => row.id === of)
              ?.place?.split('/')
              .at(-1);
          const others = several.flatMap((other) => nameOf(other.requirements[0] ?? '') ?? []);
          for (const [format, all] of Object.entries(messages)) {
            const [title = ''] = (all.get(id) ?? '').split(/[.;] | \(/);
            const named = others.filter((field) => new RegExp(`\\b${field}\\b`).test(title));
            expect(new Set(named), `${format}: ${title}`).toEqual(new Set([nameOf(id)]));
          }
        }
  });

  test('is told', () => {
    const { report, messages } = one;
    const own = report.problems.flatMap(({ title, cure, fields: several = [] }) => [
      title,
      `  fix: ${cure}`,
      ...several.flatMap(({ requirements: [id = ''] }) => `  ${messages['junit']?.get(id)}`),
    ]);
    texts.push([`## ${name}`, ...own].join('\n'));
  });
});

test('all of it is as expected', async () => {
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('../cases/golden/fields.txt');
});
