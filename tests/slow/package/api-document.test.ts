import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aimedAt } from '../../commands/targets.ts';
import { finished, root } from '../../support/cli.ts';
import { automationRuleId, entityId } from '../../support/conforming.ts';
import { goodToken, replacing, type Script, startService } from '../../support/service.ts';
import { makeProject } from './project.ts';

const text = readFileSync(join(root, 'docs/api.md'), 'utf8');
const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = '', code = '']) => ({
  kind,
  code,
}));
const examples = blocks.flatMap(({ kind, code }) => (kind === 'js' || kind === 'ts' ? [code] : []));

/** What the examples leave to the reader. */
function preludeFor(baseUrl: string): string {
  const values = {
    readToken: goodToken,
    ruleUrl: `${baseUrl}/entity/${entityId}/automationRule/${automationRuleId}`,
  };
  return Object.entries(values)
    .map(([name, value]) => `globalThis.${name} = async () => (${JSON.stringify(value)});\n`)
    .join('');
}

/** In place of jest, its expect in Node's own test runner. */
const jestStandIn = {
  'node_modules/@jest/globals/package.json':
    '{"type":"module","exports":{"types":"./index.d.ts","default":"./index.js"}}',
  'node_modules/@jest/globals/index.js':
    "export { expect } from 'expect';\nexport { test } from 'node:test';\n",
};
const packages = ['vitest', 'expect'];

const reporters = ['--reporter=default', '--reporter=entity-config-conformance/reporter'];

async function runExample(code: string, script?: Script) {
  await using service = await startService(script);
  const env = aimedAt(service);
  const own = code.replaceAll('https://staging.example.com/api', service.baseUrl);
  const isTest = code.includes("from 'vitest'");
  const name = isTest ? 'example.test.mjs' : 'example.mjs';
  const prelude = preludeFor(service.baseUrl);
  const files = { [name]: `import './prelude.mjs';\n${own}`, 'prelude.mjs': prelude, ...jestStandIn };
  const cwd = makeProject({ packages, files });
  if (!isTest) return await finished(join(cwd, name), [], { cwd });
  return await finished(join(root, 'node_modules/vitest/vitest.mjs'), ['run', ...reporters, '--root', cwd], {
    cwd,
    env,
  });
}

test.each(examples.map((code, at) => ({ number: at + 1, code })))(
  'every example of docs/api.md runs against a conforming service number $number',
  async ({ code }) => {
    const { code: exit, stdout, stderr } = await runExample(code);
    expect({ exit, stdout, stderr }).toMatchObject({ exit: 0, stderr: '' });
  },
);

const matching = examples.find((one) => one.includes('toConformTo')) ?? '';

test('the example of the matcher runs with the expect of jest', async () => {
  const { code, stdout } = await runExample(matching.replace("'vitest'", "'@jest/globals'"));
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('pass 1') });
});

test('the matcher fails as the document shows', async () => {
  const { code, stdout, stderr } = await runExample(
    matching,
    replacing(/"createdAt":"[^"]*"/, '"createdAt":"2026-01-15T09:30:00"'),
  );
  const shown = blocks.find(({ code: block }) => block.startsWith('expected the response'))?.code ?? '';
  expect(shown.split('\n').length).toBeGreaterThan(4);
  expect(code).toBe(1);
  for (const line of shown.split('\n')) expect(stdout + stderr).toContain(line);
});
