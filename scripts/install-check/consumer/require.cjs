const assert = require('node:assert/strict');
const { requirements } = require('entity-config-conformance');

assert.ok(requirements().length > 100);
