import { beforeAll, describe, expect, it } from 'vitest';
import { junitProblems } from '../../support/junit-schema.ts';
import { junit as render } from '../../support/rendered.ts';
import type { Report } from '../../support/subject.ts';
import { report } from './fixture.ts';
import { hostile, withText } from './hostile.ts';

const strict = { ...report, run: { ...report.run, options: { ...report.run.options, strict: true } } };

const incomplete: Report = {
  ...report,
  requirements: report.requirements.map((row) => ({ ...row, verdict: 'not-exercised', reason: 'no answer' })),
  summary: { ...report.summary, outcome: 'incomplete', exitCode: 3 },
};

const accepted = {
  'the report made by hand': render(report),
  'the same under --strict': render(strict),
  'a run that judged nothing': render(incomplete),
  'hostile text': render(withText(` ${hostile}`)),
};

const xml = render(report);

const refused = {
  'a total of its own for what was skipped': xml.replace('<testsuites ', '<testsuites skipped="1" '),
  'a case without a name': xml.replace(/(<testcase [^>]*) name="[^"]*"/, '$1'),
  'properties after a case': xml.replace('</testsuite>', '<properties/></testsuite>'),
  'an element of another format': xml.replace('</testsuite>', '<result/></testsuite>'),
};

describe('the published XML Schema', () => {
  const problems = new Map<string, readonly string[]>();
  beforeAll(() => {
    const files = Object.entries({ ...accepted, ...refused });
    const found = junitProblems(files.map(([, text]) => text));
    for (const [index, [name]] of files.entries()) problems.set(name, found[index] ?? []);
  });

  it.each(Object.keys(accepted))('accepts %s', (name) => expect(problems.get(name)).toEqual([]));

  it.each(Object.keys(refused))('refuses %s', (name) => expect(problems.get(name)).not.toEqual([]));
});
