import { expect, test } from 'vitest';
import { explore } from '../../../src/explore/explore.ts';
import { entityId } from '../../support/conforming.ts';
import { targetSettings } from '../../support/run-target.ts';
import { goodToken } from '../../support/service.ts';
import { startThree, threeOperations } from '../../support/third-operation.ts';

/** A contract with an operation that the document does not have is asked as it is: nothing is sent that has no question. */
test('a contract with a third operation is asked about its questions', async () => {
  const service = await startThree();
  try {
    const token = { kind: 'value', value: goodToken } as const;
    const values = {
      businessDataTypeId: 'b',
      automationRuleId: ['rule-1', 'rule-2'],
      readRuleId: ['rule-3'],
    };
    const operations = threeOperations.operations.map(({ name }) => name);
    const result = await explore({
      contract: threeOperations,
      settings: targetSettings(service.baseUrl, { token, entityId, values, operations }),
      tool: { name: 't', version: '0' },
      environment: {},
      journal: null,
      // The service falls over a body that is no transformer.
      choice: { allowed: new Set(['write', 'delete']), mostRequests: 300, only: null },
      servedBefore: [],
      expected: new Map(),
    });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const found = new Map(result.answers.map(({ id, answer }) => [id, answer]));
    // It serves whatever it gets, and says the same id each time.
    expect(found.get('question.put.create-or-replace')).toBe('replace');
    expect(found.get('question.put.required.name')).toBe('optional');
    expect(found.get('question.delete.second-time')).toBe('served');
    expect(service.asked.length).toBe(result.requests);
    expect(service.asked.filter((one) => one.startsWith('GET'))).toEqual([]);
  } finally {
    await service.close();
  }
});
