import { expect, test } from 'vitest';
import { deviatingValues } from '../../../src/contract/examples.ts';
import type { Schema } from '../../../src/contract/schemas.ts';
import { wanted } from '../../../src/contract/statements.ts';

test('a new keyword needs words and values before it can be used', () => {
  const check = { kind: 'schema' as const, schema: { maximum: 1000 } as Schema };
  expect(() => wanted(check)).toThrow('src/contract/statements.ts');
  expect(() => deviatingValues(check)).toThrow('src/contract/examples.ts');
});
