import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finished, root } from '../../support/cli.ts';
import { makeProject } from './project.ts';

/** What the compiler says of a project; empty when nothing. */
async function typeProblems(folder: string, options: object): Promise<string> {
  const usual = { noEmit: true, strict: true, module: 'nodenext', target: 'es2023', preserveSymlinks: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...usual, ...options } }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = await finished(tsc, ['--project', folder], { cwd: folder });
  return stdout + stderr;
}

const program = `
import { judge, render, requirements, run, SettingsError, toExchange, type Report } from 'entity-config-conformance';
import { matchers } from 'entity-config-conformance/matchers';
import Reporter from 'entity-config-conformance/reporter';
import { conformanceReport, conformanceTests, settle, settleRun } from 'entity-config-conformance/vitest';

const request = { method: 'DELETE', url: 'https://api.example.com/entity/1/automationRule/2' };
const exchange = await toExchange(new Request(request.url, request), await fetch(request.url, request));
const report: Report = judge([exchange], { strict: true, operations: ['delete'] });
const text: string = await render(report, 'junit');
const ids: readonly string[] = requirements().map(({ id }) => id);
export const made = [text, ids, new SettingsError([]).problems, matchers.toConformTo];
export const settled = [settle(report, 'put:json', { skip: () => undefined, annotate: async () => '' }), settleRun];
export const suites = [new Reporter(), conformanceTests];
export const judged: Promise<Report> = conformanceReport();
export const reports = run({ reference: true, repeat: 2 }, { signal: new AbortController().signal });
// @ts-expect-error a number is no base URL
export const wrong = run({ baseUrl: 1 });
`;

test.each([
  ['@types/node', { types: ['node'], lib: ['es2023'] }, ['@types/node', 'undici-types']],
  ['the types of a browser', { types: [], lib: ['es2023', 'dom', 'dom.iterable'] }, []],
])('types need nothing but what every project has: %s', async (_, options, packages) => {
  const folder = makeProject({ packages, files: { 'program.ts': program } });
  expect(await typeProblems(folder, { ...options, skipLibCheck: false })).toBe('');
});

const assertions = `
import { matchers } from 'entity-config-conformance/matchers';
expect.extend(matchers);
await expect(new Response('{}')).toConformTo('delete');
await expect({ status: 200, body: {} }).not.toConformTo('put', { strict: true, sent: { body: '{}' } });
// @ts-expect-error there is no such operation
await expect(new Response('{}')).toConformTo('post');
`;

test.each([
  ['vitest', ['vitest', 'vite', '@vitest/expect']],
  ['expect', ['expect']],
])('expect of %s knows the matchers', async (module, packages) => {
  const folder = makeProject({
    packages: ['@types/node', 'undici-types', ...packages],
    files: { 'some.test.ts': `import { expect } from '${module}';\n${assertions}` },
  });
  const options = { types: ['node'], skipLibCheck: true, preserveSymlinks: false };
  expect(await typeProblems(folder, options)).toBe('');
});

const required = `
const { expect } = require('expect');
const { matchers } = require('entity-config-conformance/matchers');
expect.extend(matchers);
const response = { status: 200, body: { status: 'OK' } };
expect(response).not.toConformTo('delete')
  .then(() => expect(response).toConformTo('delete'))
  .catch(({ message }) => console.log(message));
`;

test('the matchers load by require where that reads no ES module, as in jest', async () => {
  const files = { 'package.json': '{"private":true}', 'some.test.js': required };
  const cwd = makeProject({ packages: ['expect'], files });
  const env = { NODE_OPTIONS: '--no-experimental-require-module' };
  const { code, stdout, stderr } = await finished('some.test.js', [], { cwd, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('fix       send "success", not "OK"');
});
