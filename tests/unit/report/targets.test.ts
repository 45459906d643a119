import { describe, expect, test } from 'vitest';
import { judgedTarget, worstOf } from '../../../src/report/targets.ts';
import { report } from '../reporters/fixture.ts';

describe('the exit code of several targets', () => {
  const codes = [0, 1, 3, 4] as const;
  const order = [4, 1, 3, 0];
  const pairs = codes.flatMap((one) => codes.map((other) => [one, other] as const));

  test.each(pairs)('%i and %i', (one, other) => {
    const worst = order.find((code) => code === one || code === other);
    expect(worstOf([one, other])).toBe(worst);
    expect(worstOf([0, one, other, 0])).toBe(worst);
  });

  test.each([
    [[0, null], 3],
    [[1, null], 1],
    [[4, 3, 1, 0], 4],
    [[], 0],
  ] as const)('%j: %i, as one that was not run leaves something open', (some, worst) =>
    expect(worstOf(some)).toBe(worst),
  );
});

test('a row has the verdict of its report, and counts what deviates and what was not checked', () => {
  const { requirements, summary, conclusion, target } = report;
  const count = (verdict: string) => requirements.filter((one) => one.verdict === verdict).length;
  expect(judgedTarget('staging', 'staging/report.html', report)).toEqual({
    name: 'staging',
    baseUrl: target.baseUrl,
    outcome: summary.outcome,
    verdict: conclusion.verdict,
    exitCode: summary.exitCode,
    counts: { deviate: count('deviates'), notChecked: count('not-exercised'), all: requirements.length },
    path: 'staging/report.html',
  });
});
