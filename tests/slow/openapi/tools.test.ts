import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overlayOf } from '../../../src/openapi/overlay.ts';
import { aimedAt } from '../../commands/targets.ts';
import { conformance, endAll, temporaryFolder } from '../../support/cli.ts';
import { contract, requirements } from '../../support/engine.ts';
import type { Answer, Report } from '../../support/subject.ts';
import { typeProblems } from '../package/project.ts';
import { installTools, startPrism, type Tools } from './tools.ts';

/** What `openapi` and `schema` print, read by tools that are not ours. */

let tools: Tools;
beforeAll(async () => {
  tools = await installTools();
  tools.write('openapi.json', (await conformance(['export', 'openapi'])).stdout);
  tools.write('bundle.json', (await conformance(['export', 'json-schema'])).stdout);
  tools.write('ours.ts', (await conformance(['export', 'types'])).stdout);
});
afterAll(endAll);

/** Rules of Redocly's linter that a file breaks, each as often as it does. */
function linted(file: string, rules: string): Promise<readonly string[]> {
  return tools.run(`
    import { createConfig, lint } from '@redocly/openapi-core';
    const config = await createConfig({ extends: ['${rules}'] });
    const problems = await lint({ ref: '${file}', config });
    console.log(JSON.stringify(problems.map(({ severity, ruleId }) => severity + ' ' + ruleId).sort()));`);
}

function isValid(file: string): Promise<boolean> {
  return tools.run(`
    import { Validator } from '@seriousme/openapi-schema-validator';
    console.log((await new Validator().validate('${file}')).valid);`);
}

/** Lays an overlay over the file, into another one. @returns targets that nothing is at */
function overlaid(overlay: object, into: string): Promise<readonly unknown[]> {
  tools.write(`overlay-${into}`, overlay);
  return tools.run(`
    import { readFileSync, writeFileSync } from 'node:fs';
    import { openapiOverlay } from 'openapi-format';
    const read = (name) => JSON.parse(readFileSync(name, 'utf8'));
    const { data, resultData } = await openapiOverlay(read('openapi.json'), { overlaySet: read('overlay-${into}') });
    writeFileSync('${into}', JSON.stringify(data));
    console.log(JSON.stringify(resultData.unusedActions));`);
}

const fileIn = (name: string) => JSON.parse(readFileSync(join(tools.folder, name), 'utf8'));

/** Without what an overlay of ours may add. */
function stripped(file: unknown): unknown {
  return JSON.parse(JSON.stringify(file), (key, value: unknown) =>
    ['x-observed', 'x-declared', 'x-answers-sha256'].includes(key) ? undefined : value,
  );
}

describe.concurrent('the OpenAPI file', () => {
  test('passes the rules of the specification in the linter of Redocly', async () => {
    expect(await linted('openapi.json', 'spec')).toEqual([]);
    tools.write('wrong.json', { ...fileIn('openapi.json'), paths: [] });
    expect(await linted('wrong.json', 'spec')).not.toEqual([]);
  });

  test('breaks only those of its style that ask for what the document does not have', async () => {
    expect(await linted('openapi.json', 'recommended')).toEqual([
      // The path of the PUT ends in a slash, and is stated.
      'error no-path-trailing-slash',
      'warn info-license',
      // No statuses are shown.
      'warn operation-4xx-response',
      'warn operation-4xx-response',
    ]);
  });

  test('is valid by its JSON Schema', async () => {
    expect(await isValid('openapi.json')).toBe(true);
    tools.write('broken.json', { ...fileIn('openapi.json'), info: {} });
    expect(await isValid('broken.json')).toBe(false);
  });
});

test.concurrent('an overlay of all answers is laid over it by another tool, adds nothing else, and leaves it valid', async () => {
  const answer: Answer = {
    ...{ answer: ['x'], basis: 'observed', seen: 1, contrary: 0, since: '2026-11-24' },
    contract: 'c'.repeat(64),
    requests: ['put-authorised'],
  };
  const found = Object.fromEntries(contract.questions.map(({ id }) => [id, answer]));
  const overlay = overlayOf(contract, { found, declared: found }, '1.2.3');
  expect(await overlaid(overlay, 'overlaid.json')).toEqual([]);
  expect(stripped(fileIn('overlaid.json'))).toEqual(fileIn('openapi.json'));
  const added = JSON.stringify(fileIn('overlaid.json')).match(/"x-observed"/g);
  expect(added).toHaveLength(overlay.actions.length - 1);
  expect(await linted('overlaid.json', 'spec')).toEqual([]);
  expect(await isValid('overlaid.json')).toBe(true);
});

test.concurrent('the types are those of json-schema-to-typescript', async () => {
  const names = await tools.run<readonly string[]>(`
    import { readFileSync, writeFileSync } from 'node:fs';
    import { compile } from 'json-schema-to-typescript';
    const never = (key, value) => JSON.stringify(value?.not) === '{}' ? { tsType: 'never' } : value;
    const bundle = JSON.parse(readFileSync('bundle.json', 'utf8'), never);
    const customName = (schema, key) => key;
    const options = { unreachableDefinitions: true, additionalProperties: false, customName };
    writeFileSync('theirs.ts', await compile(bundle, 'Bundle', options));
    console.log(JSON.stringify(Object.keys(bundle.$defs)));`);
  const checked = (change: (name: string) => string) =>
    [
      "import type * as ours from './ours.ts';",
      "import type * as theirs from './theirs.ts';",
      'type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;',
      ...names.map((name, at) => `export const same${at}: Same<ours.${name}, ${change(name)}> = true;`),
    ].join('\n');
  const options = { allowImportingTsExtensions: true, exactOptionalPropertyTypes: true, types: [] };
  tools.write(
    'same.ts',
    checked((name) => `theirs.${name}`),
  );
  expect(await typeProblems(tools.folder, { ...options, skipLibCheck: true })).toBe('');
  tools.write(
    'same.ts',
    checked((name) => `Partial<theirs.${name}>`),
  );
  expect(await typeProblems(tools.folder, { ...options, skipLibCheck: true })).toContain('TS2322');
});

/** What of the document a mock of it breaks, by ids. */
async function deviationsOf(file: string): Promise<readonly string[]> {
  const prism = await startPrism(tools, file);
  try {
    const cwd = temporaryFolder();
    await conformance(['run', '--serial', '--reporter', 'json'], { cwd, env: aimedAt(prism) });
    const text = readFileSync(join(cwd, 'conformance-report/report.json'), 'utf8');
    const report = JSON.parse(text) as Report;
    return report.requirements.filter(({ verdict }) => verdict === 'deviates').map(({ id }) => id);
  } finally {
    await prism.stop();
  }
}

describe.concurrent('a mock that Prism makes of it', () => {
  /** Of another response, or of what was sent: a mock makes up each response from the schema alone. */
  const compared = requirements.filter(({ facet }) => ['echo', 'count', 'uniqueness'].includes(facet));
  /** Prism ignores `x-shown`. */
  const shown = requirements.filter(({ strength }) => strength === 'shown');
  const explained = new Set([...compared, ...shown].map(({ id }) => id));

  test('conforms in all that a schema says; it refuses with the only response that it has', async () => {
    const deviations = await deviationsOf('openapi.json');
    // Of `default`, the response of success, it makes its 401 as well, which then claims success.
    expect(deviations.filter((id) => !explained.has(id))).toEqual(
      contract.operations.map(({ name }) => `${name}:authorization`),
    );
    expect(deviations.filter((id) => id.endsWith(':echo'))).not.toEqual([]);
  });

  test('refuses where an overlay adds a refusal, and takes any token', async () => {
    const actions = contract.operations.map(({ path, method }) => ({
      target: `$.paths['${path}'].${method.toLowerCase()}.responses`,
      update: { '401': { description: 'Refused.' } },
    }));
    await overlaid({ overlay: '1.1.0', info: { title: 'Refusals', version: '1' }, actions }, 'refusing.json');
    const deviations = await deviationsOf('refusing.json');
    expect(deviations.filter((id) => !explained.has(id))).toEqual(
      contract.operations.map(({ name }) => `${name}:made-up-token`),
    );
  });
});
