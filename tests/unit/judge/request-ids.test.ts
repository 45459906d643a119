import { describe, expect, test } from 'vitest';
import { RequestIds } from '../../../src/judge/request-ids.ts';
import { type RequirementFindings, RequirementTally } from '../../../src/judge/tally.ts';

/** What is found of answers to PUT and DELETE in turn, each with its requestId. */
function found(requestIds: readonly string[]): Readonly<Record<'put' | 'delete', RequirementFindings>> {
  const ids = new RequestIds();
  for (const [key, requestId] of requestIds.entries())
    ids.add(key % 2 === 0 ? 'put' : 'delete', key, requestId, `e${key}`);
  const alike = ids.alike((key) => ({ exchange: `e${key}`, requestId: JSON.stringify(requestIds[key]) }));
  const of = (operation: string) => {
    const tally = new RequirementTally();
    alike.tally(operation, tally);
    return tally.findings();
  };
  return { put: of('put'), delete: of('delete') };
}

const different = Array.from({ length: 3_000 }, (_, at) => `id-${at}`);

describe('requestIds', () => {
  test('conform where all differ, also in more responses than one block of memory holds', () => {
    const { put, delete: deleted } = found(different);
    expect([put.verdict, put.counts.conforms]).toEqual(['conforms', 1_500]);
    expect([deleted.verdict, deleted.counts.conforms]).toEqual(['conforms', 1_500]);
    expect(put.evidence[0]).toMatchObject({ exchange: 'e0', actual: '"id-0"' });
  });

  test('deviate in both responses of a pair, however far apart and of whatever operation', () => {
    const { put, delete: deleted } = found([...different, 'other', 'id-0']);
    expect(put).toMatchObject({ verdict: 'deviates', counts: { conforms: 1_500, deviates: 1 } });
    expect(put.evidence).toMatchObject([{ exchange: 'e0', actual: '"id-0", as in exchange e3001' }]);
    expect(deleted).toMatchObject({ verdict: 'deviates', counts: { conforms: 1_500, deviates: 1 } });
    expect(deleted.evidence).toMatchObject([{ exchange: 'e3001', actual: '"id-0", as in exchange e0' }]);
  });

  test('name the first of many as the twin, and give each value once', () => {
    const { put } = found(Array.from({ length: 100 }, () => 'same'));
    expect(put.counts.deviates).toBe(50);
    expect(put.evidenceOmitted).toBe(30);
    expect(put.actuals).toEqual(new Set(['"same", as in exchange e1', '"same", as in exchange e0']));
  });

  test('have no value to be waived by where those that deviate are too many', () =>
    expect(found([...different.slice(0, 202), ...different.slice(0, 202)]).put.actuals).toBeNull());

  test('differ in halves of surrogate pairs too', () => {
    const { put } = found(['\ud800', 'id-1', '\ud801']);
    expect(put.verdict).toBe('conforms');
  });

  test('are counted over all operations', () => {
    const ids = new RequestIds();
    for (const [key, operation] of ['put', 'delete', 'put'].entries())
      ids.add(operation, key, `id-${key}`, `e${key}`);
    expect(ids.size).toBe(3);
  });

  test('are not exercised in a single response', () =>
    expect(found(['id-0']).put).toMatchObject({
      verdict: 'not-exercised',
      why: { reason: 'only one response has a requestId, so there is nothing to compare it with' },
    }));
});
