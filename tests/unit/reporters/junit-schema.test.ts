import { describe, expect, it } from 'vitest';
import { render } from '../../../reporters/junit.ts';
import type { Report } from '../../../src/model/report.ts';
import { junitProblems } from '../../support/junit-schema.ts';
import { report } from './fixture.ts';
import { hostile, withText } from './hostile.ts';

const strict = { ...report, run: { ...report.run, options: { ...report.run.options, strict: true } } };

const incomplete: Report = {
  ...report,
  requirements: report.requirements.map((row) => ({ ...row, verdict: 'not-exercised', reason: 'no answer' })),
  summary: { ...report.summary, outcome: 'incomplete', exitCode: 3 },
};

describe('the published XML Schema', () => {
  it.each([
    ['the report made by hand', report],
    ['the same under --strict', strict],
    ['a run that judged nothing', incomplete],
    ['hostile text', withText(` ${hostile}`)],
  ])('accepts %s', (_, from) => {
    expect(junitProblems(render(from))).toEqual([]);
  });

  it.each([
    [
      'a total of its own for what was skipped',
      (xml: string) => xml.replace('<testsuites ', '<testsuites skipped="1" '),
    ],
    ['a case without a name', (xml: string) => xml.replace(/(<testcase [^>]*) name="[^"]*"/, '$1')],
    ['properties after a case', (xml: string) => xml.replace('</testsuite>', '<properties/></testsuite>')],
    ['an element of another format', (xml: string) => xml.replace('</testsuite>', '<result/></testsuite>')],
  ])('refuses %s', (_, change) => {
    expect(junitProblems(change(render(report)))).not.toEqual([]);
  });
});
