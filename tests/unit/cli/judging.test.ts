import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { checked, JudgingError } from '../../../src/cli/judging.ts';
import { requirements } from '../../../src/contract/requirements.ts';
import { judge } from '../../../src/judge/judge.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { putAnswer, recordingOf, withBody } from '../../support/conforming.ts';

/** The suites of the build, in a thread of their own: a runner cannot run inside a test of its own kind. */
const script = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module)
    .then(({ prepareJudging }) => prepareJudging().judge(workerData.recording))
    .then((findings) => parentPort.postMessage(findings));
`;

test('the suites find what the judge finds', async () => {
  const exchanges = withBody(
    'put',
    JSON.stringify({ ...putAnswer, status: 'OK', data: { ...putAnswer.data, entityId: '' } }),
  );
  const module = new URL('../../../dist/src/cli/judging.js', import.meta.url).href;
  const thread = new Worker(script, {
    eval: true,
    workerData: { module, recording: recordingOf(exchanges) },
  });
  const findings = await new Promise<Finding[]>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
  });
  const texts = (some: readonly unknown[]) => some.map((finding) => JSON.stringify(finding)).sort();
  expect(texts(findings)).toEqual(texts(judge(exchanges)));
});

const whole = { findings: [], judged: new Set(requirements.map(({ id }) => id)), faults: [] };

test('a run of the suites counts only when every requirement was judged and nothing of ours failed', () => {
  expect(checked(whole)).toEqual([]);
  expect(() => checked({ ...whole, judged: new Set(['put:json']) })).toThrow(JudgingError);
  expect(() => checked({ ...whole, faults: ['a suite did not load'] })).toThrow('a suite did not load');
});
