import { describe, expect, test, vi } from 'vitest';
import { requirementNamed } from '../../../src/contract/requirements.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { judgeInTest } from '../../../suites/support/define-suite.ts';
import { conformingExchanges, putAnswer, recordingOf, withBody } from '../../support/conforming.ts';

type Context = Parameters<typeof judgeInTest>[2];

/** A test's context as far as a suite uses it. */
function context() {
  const skipped: string[] = [];
  const skip = (note: string) => {
    skipped.push(note);
    throw new Error('skipped');
  };
  const annotate = vi.fn(async () => undefined);
  const task = { meta: {} };
  return { given: { task, skip, annotate } as unknown as Context, task, skipped, annotate };
}

function judged(id: string, exchanges: readonly Exchange[], strict = false) {
  const requirement = requirementNamed(id);
  if (requirement === undefined) throw new Error(`no requirement ${id}`);
  const options = { strict, repeat: 1, serial: false, delayMs: 0, timeoutMs: 1 };
  const made = context();
  return { ...made, done: judgeInTest(requirement, recordingOf(exchanges, { options }), made.given) };
}

const conforming = conformingExchanges();
const deviating = withBody(
  'put',
  JSON.stringify({ ...putAnswer, data: { ...putAnswer.data, entityId: '', enabled: 'yes' } }),
);

describe('the test of a requirement', () => {
  test('passes when it conforms, and hands on the finding', async () => {
    const { done, task } = judged('put.data.enabled:type', conforming);
    await done;
    expect(task.meta).toMatchObject({
      conformance: { requirement: 'put.data.enabled:type', findings: [{ verdict: 'conforms' }] },
    });
  });

  test('fails for a stated deviation, telling all of it and no stack', async () => {
    const { done, task } = judged('put.data.enabled:type', deviating);
    const error = await done.catch((caught: unknown) => caught as Error);
    expect(error).toMatchObject({ name: 'Deviation' });
    expect(error?.message).toBe(
      'put.data.enabled:type: data.enabled is a boolean (document section 2.2); deviates in 1 of 1 judged answers\n  put-authorised /data/enabled\n    expected: a boolean\n    actual:   "yes"',
    );
    expect(error?.stack).toBe(`Deviation: ${error?.message}`);
    expect(task.meta).toMatchObject({ conformance: { findings: [{ verdict: 'deviates' }] } });
  });

  test('passes with an annotation for a shown deviation, and fails under strict', async () => {
    const { done, annotate } = judged('put.data.entityId:value', deviating);
    await done;
    expect(annotate).toHaveBeenCalledWith(
      expect.stringContaining('deviates from what is shown: put.data.entityId:value'),
      'warning',
    );
    await expect(judged('put.data.entityId:value', deviating, true).done).rejects.toThrow(/is not empty/);
  });

  test('is skipped with the reason when it was not exercised', async () => {
    const { done, skipped, task } = judged('delete.data.name:type', conforming.slice(0, 3));
    await expect(done).rejects.toThrow('skipped');
    expect(skipped).toEqual(['not exercised: the run ended before the request was sent']);
    expect(task.meta).toMatchObject({ conformance: { requirement: 'delete.data.name:type', findings: [] } });
  });
});
