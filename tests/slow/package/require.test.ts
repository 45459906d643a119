import { expect, test } from 'vitest';
import { finished } from '../../support/cli.ts';
import { makeProject } from './project.ts';

const program = `
const { expect } = require('expect');
const { matchers } = require('entity-config-conformance/matchers');
expect.extend(matchers);
const response = { status: 200, body: { status: 'OK' } };
expect(response).not.toConformTo('delete')
  .then(() => expect(response).toConformTo('delete'))
  .catch(({ message }) => console.log(message));
`;

test('the matchers load by require where that reads no ES module, as in jest', async () => {
  const files = { 'package.json': '{"private":true}', 'some.test.js': program };
  const cwd = makeProject({ packages: ['expect'], files });
  const env = { NODE_OPTIONS: '--no-experimental-require-module' };
  const { code, stdout, stderr } = await finished('some.test.js', [], { cwd, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('fix       send "success", not "OK"');
});
