import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** Checks what `npm run demo` left behind: two faults with their fixes, then every stated requirement conforms. */
const [folder = '', printed = ''] = process.argv.slice(2);
const report = JSON.parse(readFileSync(`${folder}/report.json`, 'utf8'));
const { summary, requirements } = report;
const stated = requirements.filter(({ strength }) => strength === 'stated');

assert.equal(summary.outcome, 'conforms');
assert.equal(summary.exitCode, 0);
assert.ok(stated.length > 100, 'more than a hundred stated requirements');
assert.deepEqual(
  stated.filter(({ verdict }) => verdict !== 'conforms').map(({ id }) => id),
  [],
);
assert.equal(report.exchanges.length, 6);
assert.equal(report.plan.length, 6);
assert.deepEqual(
  report.effects.map(({ operation, state }) => `${operation} ${state}`),
  ['put confirmed', 'delete confirmed'],
);
const { problems } = JSON.parse(readFileSync(`${folder}/deviating/report.json`, 'utf8'));
assert.equal(problems.length, 2);
const text = readFileSync(printed, 'utf8');
for (const { cure } of problems) assert.ok(cure.length > 0 && text.includes(cure), cure);
const lines = text.trimEnd().split('\n');
assert.match(lines.at(-1) ?? '', /^CONFORMS \(exit 0\): /);
for (const name of ['junit.xml', 'report.md', 'report.html', 'exchanges.ndjson'])
  assert.ok(readFileSync(`${folder}/${name}`).length > 0, name);
process.stdout.write(`demo: ${stated.length} stated requirements conform\n`);
