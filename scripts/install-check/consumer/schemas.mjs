import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const require = createRequire(`${process.cwd()}/package.json`);
for (const name of ['put-response', 'delete-response', 'suite/report'])
  assert.match(require(`entity-config-conformance/schemas/${name}.schema.json`).$schema, /2020-12/);
assert.equal(require('entity-config-conformance/package.json').name, 'entity-config-conformance');
