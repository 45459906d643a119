import { describe, expect, test } from 'vitest';
import { decideSuiteRun } from '../../../src/cli/hand-run.ts';
import { requirements } from '../../../src/contract/requirements.ts';
import { judge } from '../../../src/judge/judge.ts';
import { conformingExchanges, putAnswer, recordingOf, withBody } from '../../support/conforming.ts';

const exchanges = conformingExchanges();
const findings = judge(exchanges);
const all = new Set(requirements.map(({ id }) => id));
const whole = { findings, judged: all, faults: [], interrupted: false };

describe('the gate over suites that were started by hand', () => {
  test('agrees with a run where nothing was filtered', () => {
    expect(decideSuiteRun(whole, recordingOf(exchanges))).toMatchObject({ exitCode: 0, outcome: 'conforms' });
  });

  test('is incomplete where something was', () => {
    const judged = new Set(['put.status:value']);
    expect(decideSuiteRun({ ...whole, judged }, recordingOf(exchanges))).toEqual({
      exitCode: 3,
      outcome: 'incomplete',
      reason: `${requirements.length - 1} of ${requirements.length} requirements were filtered out and not judged`,
    });
    expect(decideSuiteRun({ ...whole, judged: new Set() }, recordingOf(exchanges))).toMatchObject({
      exitCode: 3,
    });
  });

  test('says deviates of what was left in', () => {
    const deviating = withBody('put', JSON.stringify({ ...putAnswer, status: 'OK' }));
    const run = { ...whole, findings: judge(deviating), judged: new Set(['put.status:value']) };
    expect(decideSuiteRun(run, recordingOf(deviating))).toMatchObject({ exitCode: 1, outcome: 'deviates' });
  });

  test('says fault when a module did not load, whatever was judged', () => {
    expect(decideSuiteRun({ ...whole, faults: ['it did not load'] }, recordingOf(exchanges))).toEqual({
      exitCode: 4,
      outcome: 'fault',
      reason: 'it did not load',
    });
  });
});
