import { expect, test } from 'vitest';
import { JudgingError, prepareJudging } from '../../../src/cli/judging.ts';
import { judge } from '../../../src/judge/judge.ts';
import { putAnswer, recordingOf, withBody } from '../../support/conforming.ts';

test('the suites, run by vitest, find what the judge finds', async () => {
  const exchanges = withBody(
    'put',
    JSON.stringify({ ...putAnswer, status: 'OK', data: { ...putAnswer.data, entityId: '' } }),
  );
  const judging = await prepareJudging();
  try {
    const findings = await judging.judge(recordingOf(exchanges));
    const byText = (left: string, right: string) => left.localeCompare(right);
    const texts = (some: readonly unknown[]) => some.map((finding) => JSON.stringify(finding)).sort(byText);
    expect(texts(findings)).toEqual(texts(judge(exchanges)));
  } finally {
    await judging.close();
    // vitest sets 1 for failed tests; whoever judges decides on an exit code later.
    process.exitCode = undefined;
  }
});

test('a fault of the suites has a name of its own', () => {
  expect(new JudgingError('x').name).toBe('JudgingError');
});
