import { describe, expect, test } from 'vitest';
import { limits } from '../../support/subject.ts';
import { expectProblem, load, type World } from './load.ts';

/** A transformer of a million bytes, sent so often. */
function repeated(repeat: string, name: string): World {
  const transformer = { businessDataTypeId: 'type-1', derivativeType: 'd', name, conditions: [], action: {} };
  return {
    environment: { CONFORMANCE_TRANSFORMER_FILE: 'large.json', CONFORMANCE_REPEAT: repeat },
    files: { 'large.json': JSON.stringify(transformer) },
  };
}

const large = 'n'.repeat(1_000_000);

describe('all requests of a run fit into its recording', () => {
  test('what is too much is refused by name, before anything is sent', () =>
    expectProblem(
      repeated('9', large),
      'CONFORMANCE_TRANSFORMER_FILE (--transformer-file)',
      new RegExp(`is sent 9 times: more than ${limits.requestBytes} bytes .* \\(--repeat\\)`),
    ));

  test.each([
    ['a large one, sent a few times', '8', large],
    ['a small one, sent as often as may be', '1000', 'n'],
  ])('%s', async (_, repeat, name) => {
    const result = await load(repeated(repeat, name));
    expect(result.ok ? [] : result.problems).toEqual([]);
  });
});
