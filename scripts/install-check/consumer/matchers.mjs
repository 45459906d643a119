import assert from 'node:assert/strict';
import { matchers } from 'entity-config-conformance/matchers';

const { pass, message } = await matchers.toConformTo(new Response('{"status":"success"}'), 'put');
assert.equal(pass, false);
assert.match(message(), /put\.requestId:presence/);
