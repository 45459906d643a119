import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aimedAt } from '../../commands/targets.ts';
import { finished, root } from '../../support/cli.ts';
import { automationRuleId, entityId, sentTransformer } from '../../support/conforming.ts';
import {
  goodToken,
  type Script,
  type ScriptedService,
  sendPrepared,
  startService,
} from '../../support/service.ts';
import { makeProject } from './project.ts';

const text = readFileSync(join(root, 'docs/api.md'), 'utf8');
const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
  language,
  code,
}));
const examples = blocks
  .filter(({ language }) => language === 'js' || language === 'ts')
  .map(({ code }) => code);

/** What the examples leave to the reader. */
function preludeFor({ baseUrl }: ScriptedService): string {
  const values = {
    readToken: goodToken,
    readTransformer: sentTransformer,
    ruleUrl: `${baseUrl}/entity/${entityId}/automationRule/${automationRuleId}`,
    transformerUrl: `${baseUrl}/entity/${entityId}/valuation/derivative/fact/transformer/`,
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
const packages = ['undici', 'vitest', 'expect'];

async function startExample(code: string, name: string, script?: Script) {
  const service = await startService(script);
  onTestFinished(() => service.close());
  const env = { ...aimedAt(service), CONFORMANCE_LIVE: '1', CONFORMANCE_EXCHANGES: 'exchanges.ndjson' };
  const program = `import './prelude.mjs';\n${code.replaceAll('https://staging.example.com/api', service.baseUrl)}`;
  const files = { [name]: program, 'prelude.mjs': preludeFor(service), ...jestStandIn };
  return { cwd: makeProject({ packages, files }), env };
}

async function runExample(code: string, script?: Script) {
  if (code.includes("from 'vitest'")) {
    const { cwd, env } = await startExample(code, 'example.test.mjs', script);
    return finished(join(root, 'node_modules/vitest/vitest.mjs'), ['run', '--root', cwd], { cwd, env });
  }
  const { cwd } = await startExample(code, 'example.mjs', script);
  return finished(join(cwd, 'example.mjs'), [], { cwd });
}

function exampleWith(part: string): string {
  const found = examples.find((code) => code.includes(part));
  if (found === undefined) throw new Error(`docs/api.md has no example with ${part}`);
  return found;
}

test.each(examples.map((code, at) => ({ number: at + 1, code })))(
  'every example of docs/api.md runs against a conforming service number $number',
  async ({ code }) => {
    const { code: exit, stdout, stderr } = await runExample(code);
    expect({ exit, stdout, stderr }).toMatchObject({ exit: 0, stderr: '' });
  },
);

const deviating: Script = (_, prepared, response) => {
  sendPrepared(
    { ...prepared, body: prepared.body.replace(/"createdAt":"[^"]*"/, '"createdAt":"2026-01-15T09:30:00"') },
    response,
  );
};

test('the matcher fails as the document shows', async () => {
  const { code, stdout, stderr } = await runExample(exampleWith("from 'vitest'"), deviating);
  const shown = blocks.find(({ code: block }) => block.startsWith('expected the response'))?.code ?? '';
  expect(shown.split('\n').length).toBeGreaterThan(5);
  expect(code).toBe(1);
  for (const line of shown.split('\n')) expect(stdout + stderr).toContain(line);
});
