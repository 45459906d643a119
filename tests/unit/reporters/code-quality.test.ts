import { describe, expect, it } from 'vitest';
import { render } from '../../../reporters/code-quality.ts';
import type { AnswerFinding } from '../../../src/model/answer.ts';
import type { Report, RequirementResult } from '../../../src/model/report.ts';
import { report } from './fixture.ts';

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

function issuesOf(from: Report): readonly Issue[] {
  return JSON.parse(render(from)) as readonly Issue[];
}

function withVerdict(verdict: RequirementResult['verdict'], summary: Partial<Report['summary']>): Report {
  const rows = report.requirements.map((row) => ({ ...row, verdict, reason: 'nobody answered' }));
  return { ...report, requirements: rows, summary: { ...report.summary, ...summary } };
}

const deviating = report.requirements.filter(({ verdict }) => verdict === 'deviates');

describe('code quality', () => {
  it('weighs what is only shown less, unless it is strict', () => {
    const strict = { ...report, run: { ...report.run, options: { ...report.run.options, strict: true } } };
    const severity = (from: Report) =>
      issuesOf(from).find((issue) => issue.check_name === 'put.data.action.timezone:format')?.severity;
    expect([severity(report), severity(strict)]).toEqual(['minor', 'major']);
  });

  it('is empty only when the run conforms', () => {
    expect(issuesOf(withVerdict('conforms', { outcome: 'conforms', exitCode: 0 }))).toEqual([]);
    const [silent, ...others] = issuesOf(
      withVerdict('not-exercised', { outcome: 'incomplete', exitCode: 3 }),
    );
    expect(silent?.check_name).toBe('outcome');
    expect(silent?.description).toMatch(/^INCOMPLETE \(exit 3\): /);
    expect(others).toEqual([]);
  });
});

describe('fingerprints', () => {
  const prints = (from: Report) => issuesOf(from).map((issue) => issue.fingerprint);

  it('are unique in a report', () => expect(new Set(prints(report)).size).toBe(deviating.length));

  it('stay over runs in which other values came back', () => {
    const evidence = [{ exchange: 'e9', pointer: '/data', expected: 'x', actual: 'y' }];
    const later = {
      ...report,
      run: { ...report.run, id: 'ffff', startedAt: '2027-01-01T00:00:00.000Z' },
      requirements: report.requirements.map((row) => ({ ...row, evidence })),
    };
    expect(prints(later)).toEqual(prints(report));
  });

  it('stay while other answers to open questions are declared, or seen', () => {
    const findingOf = (id: string, kind: AnswerFinding['kind']): AnswerFinding => {
      return { id, kind, declared: ['200'], seen: ['201'], requests: [] };
    };
    const first = findingOf('question.put.success-status', 'contradicted');
    const second = findingOf('question.delete.success-status', 'contradicted');
    const undeclared = findingOf('question.put.again', 'seen-not-declared');
    const declaredNotSeen = findingOf('question.put.success-status', 'declared-not-seen');
    const of = (answerFindings: readonly AnswerFinding[]) =>
      prints({ ...report, answerFindings }).filter((print) => !prints(report).includes(print));
    for (const one of [first, second, undeclared, declaredNotSeen]) {
      const [own] = of([one]);
      for (const all of [
        [first, second, undeclared],
        [declaredNotSeen, second],
        [undeclared, declaredNotSeen],
      ])
        expect(of(all).includes(own ?? '')).toBe(all.includes(one));
    }
  });

  it('differ for another target', () => {
    const elsewhere = { ...report, target: { ...report.target, baseUrl: 'https://other.example' } };
    expect(prints(elsewhere).filter((print) => prints(report).includes(print))).toEqual([]);
  });
});

it.each([
  [{}, 'conformance.waivers.json'],
  [{ sarifFile: 'src/rules.ts' }, 'src/rules.ts'],
])('points at one file: %j', (given, path) => {
  const options = { ...report.run.options, ...given };
  const places = issuesOf({ ...report, run: { ...report.run, options } }).map((issue) => issue.location);
  expect(new Set(places.map((place) => JSON.stringify(place)))).toEqual(
    new Set([JSON.stringify({ path, lines: { begin: 1 } })]),
  );
});
