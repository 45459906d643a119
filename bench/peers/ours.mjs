import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli } from '../support/service.mjs';

const packageFile = new URL('../../package.json', import.meta.url);

function environment({ baseUrl, token, entityId, businessDataTypeId, automationRuleId }) {
  return {
    CONFORMANCE_BASE_URL: baseUrl,
    CONFORMANCE_ACCESS_TOKEN: token,
    CONFORMANCE_ENTITY_ID: entityId,
    CONFORMANCE_BUSINESS_DATA_TYPE_ID: businessDataTypeId,
    CONFORMANCE_AUTOMATION_RULE_ID: automationRuleId,
  };
}

const formats = ['--reporter', 'terminal,json,junit,markdown,html'];

/** A complete run: no header and a made-up token for each operation besides the real one; every reporter. */
export const ours = {
  name: 'conformance',
  requests: 6,
  version: () => JSON.parse(readFileSync(packageFile, 'utf8')).version,
  prepare: () => undefined,
  command: ({ out, target }) => ({
    args: [cli, 'run', ...formats, '--out', out],
    env: environment(target),
  }),
  reports: ['report.json', 'junit.xml', 'report.md', 'report.html'],
  sent: (out) => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).exchanges.length,
};
