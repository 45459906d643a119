import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/secrets/redaction.ts';
import { holds } from '../../support/properties.ts';
import { conduct, isOrdinary } from './conduct.ts';
import { outputProblems } from './outputs.ts';
import { anyPlanting, anySecret, formOf, planted } from './planted.ts';
import { tracesOf } from './traces.ts';

/** A service that knows the token says it again, in any form, in any place of its answer. */

const echo = fc.record({
  secret: anySecret,
  put: anyPlanting,
  delete: anyPlanting,
  everyone: fc.boolean(),
});

describe('the token', () => {
  test('stands in no output and not in the recording', async () => {
    const property = fc.asyncProperty(echo, async ({ secret, put, delete: remove, everyone }) => {
      fc.pre(!(await isOrdinary(secret.token)));
      const answers = {
        put: [planted(secret, put, 'put')],
        delete: [planted(secret, remove, 'delete')],
      };
      const { outputs } = await conduct({ answers, everyone }, secret.token);
      const forms = [put, remove].map((planting) => formOf(secret, planting).text);
      expect(tracesOf([secret.token, ...forms], outputs)).toEqual([]);
      const { contains } = createRedactor([{ name: 'access token', value: secret.token }]);
      // What the last search before writing would still find ends a run as a fault.
      expect(Object.keys(outputs).filter((name) => contains(outputs[name] ?? '').length > 0)).toEqual([]);
      expect(outputProblems(outputs)).toEqual([]);
    });
    await holds(property, 0.2);
  });
});
