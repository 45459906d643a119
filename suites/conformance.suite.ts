import { beforeAll, describe, test } from 'vitest';
import { requirements } from '../src/index.ts';
import { conformanceReport, settle, settleRun } from '../src/vitest.ts';

/**
 * One test per requirement, and one for the run as a whole. Collecting the tests sends nothing. Running them takes the
 * report of the recording that CONFORMANCE_EXCHANGES names, or sends once where CONFORMANCE_LIVE=1 allows it. To copy
 * this file into another repository, import from 'entity-config-conformance' and 'entity-config-conformance/vitest'.
 */
beforeAll(conformanceReport, 0);

const operations = [...new Set(requirements().map(({ operation }) => operation))];

describe.each(operations)('%s', (name) => {
  for (const { id, operation, statement } of requirements()) {
    if (operation !== name) continue;
    test(`${id} ${statement}`, async (context) => settle(await conformanceReport(), id, context));
  }
});

test('the run as a whole: complete, and no waiver is stale', async () =>
  settleRun(await conformanceReport()));
