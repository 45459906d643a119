import { DOMParser, type Element } from '@xmldom/xmldom';
import { describe, expect, it } from 'vitest';
import { junit as render } from '../../support/rendered.ts';
import type { Report } from '../../support/subject.ts';
import { report } from './fixture.ts';

function parsed(from: Report): Element {
  const problems: string[] = [];
  const parser = new DOMParser({ onError: (_level, message) => problems.push(message) });
  const root = parser.parseFromString(render(from), 'text/xml').documentElement;
  if (!root || problems.length > 0) throw new Error(problems.join('\n'));
  return root;
}

function all(root: Element, name: string): readonly Element[] {
  return Array.from(root.getElementsByTagName(name));
}

function numbers(element: Element): readonly number[] {
  return ['tests', 'failures', 'errors', 'skipped'].map((name) => Number(element.getAttribute(name)));
}

function suiteTotals(root: Element): readonly number[] {
  return all(root, 'testsuite')
    .map(numbers)
    .reduce((sum, counts) => sum.map((count, at) => count + (counts[at] ?? 0)));
}

function counted(element: Element): readonly number[] {
  return ['testcase', 'failure', 'error', 'skipped'].map((name) => all(element, name).length);
}

function caseOf(root: Element, id: string): Element {
  const found = all(root, 'testcase').find((one) => one.getAttribute('name')?.startsWith(`${id} `));
  if (!found) throw new Error(`no test case for ${id}`);
  return found;
}

const strict = { ...report, run: { ...report.run, options: { ...report.run.options, strict: true } } };

function allConforming(outcome: 'conforms' | 'deviates'): Report {
  const requirements = report.requirements.map((row) => ({ ...row, verdict: 'conforms' as const }));
  return { ...report, requirements, summary: { ...report.summary, outcome } };
}

describe('junit', () => {
  it.each([
    ['as usual', report],
    ['under --strict', strict],
    ['when nothing was exercised', withVerdict('not-exercised')],
  ])('counts what it lists, %s', (_, from) => {
    const root = parsed(from);
    expect(numbers(root).slice(0, 3)).toEqual(counted(root).slice(0, 3));
    for (const suite of all(root, 'testsuite')) expect(numbers(suite)).toEqual(counted(suite));
  });

  it('agrees with the tallies of the report', () => {
    const { stated, shown } = report.summary;
    const skipped = stated.waived + stated.notExercised + shown.waived + shown.notExercised;
    // One more for what could not be judged.
    const tests = skipped + stated.conforms + stated.deviates + shown.conforms + shown.deviates + 1;
    expect(suiteTotals(parsed(report))).toEqual([tests, stated.deviates, 1, skipped]);
    expect(suiteTotals(parsed(strict))).toEqual([tests, stated.deviates + shown.deviates, 1, skipped]);
  });

  it('passes a deviation from what is only shown; under --strict it fails', () => {
    const failures = (from: Report) =>
      all(caseOf(parsed(from), 'put.data.action.timezone:format'), 'failure');
    expect([failures(report).length, failures(strict).length]).toEqual([0, 1]);
  });

  it('is never without red when the run does not conform, or something could not be judged', () => {
    expect(all(parsed(allConforming('deviates')), 'error')).toHaveLength(1);
    expect(all(parsed(withVerdict('not-exercised')), 'error')).toHaveLength(1);
    expect(all(parsed(allConforming('conforms')), 'error')).toHaveLength(0);
    expect(all(parsed(report), 'error')).toHaveLength(1);
    const judged = { ...report, conclusion: { ...report.conclusion, acts: [] } };
    expect(all(parsed(judged), 'error')).toHaveLength(0);
  });
});

function withVerdict(verdict: 'not-exercised'): Report {
  const requirements = report.requirements.map((row) => ({ ...row, verdict, reason: 'nobody answered' }));
  return { ...report, requirements, summary: { ...report.summary, outcome: 'incomplete', exitCode: 3 } };
}
