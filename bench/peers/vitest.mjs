import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { removeAtExit } from '../support/files.mjs';
import { requests } from './requests.mjs';

const require = createRequire(import.meta.url);
const packageFile = require.resolve('vitest/package.json');
const root = new URL('./vitest/', import.meta.url).pathname;

/** A suite as one writes it by hand, run by vitest as it comes: its defaults, its terminal reporter. */
export const vitest = {
  name: 'vitest',
  requests: requests.length,
  version: () => JSON.parse(readFileSync(packageFile, 'utf8')).version,
  // vitest keeps the durations of its last run there.
  prepare: () => removeAtExit(join(root, 'node_modules')),
  command: ({ target }) => ({
    args: [join(packageFile, '../vitest.mjs'), 'run'],
    cwd: root,
    env: {
      SERVICE_URL: target.baseUrl,
      SERVICE_TOKEN: target.token,
      ENTITY_ID: target.entityId,
      BUSINESS_DATA_TYPE_ID: target.businessDataTypeId,
      AUTOMATION_RULE_ID: target.automationRuleId,
    },
  }),
  reports: [],
};
