import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/secrets/redaction.ts';
import { holds } from '../support/properties.ts';
import { conduct } from './conduct.ts';
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

/** What a run says when nothing is planted: a token that stands there by chance proves nothing. */
const { outputs: ordinary } = await conduct({ answers: {} });
const ordinaryText = Object.values(ordinary).join('\n').toLowerCase();

describe('the token', () => {
  test('stands in no output and not in the recording', async () => {
    const property = fc.asyncProperty(echo, async ({ secret, put, delete: remove, everyone }) => {
      fc.pre(!ordinaryText.includes(secret.token.toLowerCase()));
      const answers = { put: planted(secret, put, 'put'), delete: planted(secret, remove, 'delete') };
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
