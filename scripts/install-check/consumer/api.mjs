import assert from 'node:assert/strict';
import {
  formats,
  judge,
  render,
  requirements,
  run,
  SettingsError,
  toExchange,
} from 'entity-config-conformance';

const report = await run({ reference: true });
assert.equal(report.summary.outcome, 'conforms');
assert.equal(requirements().length, report.requirements.length);
for (const format of formats) assert.ok((await render(report, format)).endsWith('\n'), format);
const request = { method: 'DELETE', url: 'https://api.example.com/entity/1/automationRule/2' };
const exchange = await toExchange(request, new Response('{"status":"success"}'));
assert.equal(judge([exchange]).summary.outcome, 'deviates');
await assert.rejects(run({}), SettingsError);
