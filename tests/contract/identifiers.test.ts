import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { runScript } from '../support/run-target.ts';
import { contract, loadSettings } from '../support/subject.ts';

/** An identifier is one segment of a path, or refused. */

const refused: Readonly<Record<string, readonly string[]>> = {
  'a dot segment': ['.', '..'],
  'a slash or a backslash': ['a/b', 'a/', 'a\\b'],
  'mean something in a URL': ['a%2fb', '%2e%2e', 'a?b', 'a#b'],
  'white space, a control character or an invisible one': [
    ...[
      'a b',
      ' ',
      'a\n',
      'a\tb',
      'a\u00a0b',
      'a\u3000b',
      'a\u0000b',
      'a\u007fb',
      'a\u0085b',
      'a\u200bb',
      'a\u202eb',
    ],
  ],
  'half of a surrogate pair': ['a\ud800', '\udc00a'],
  'longer than 256 characters': ['a'.repeat(257)],
  'quotation marks': ['"a"', "'a'"],
  'looks like JSON, or a placeholder': ['{id}', '[1]'],
  'looks like HTML, XML, or a placeholder': ['<id>'],
  'a variable that was not replaced': ['$ID', '$(id)'],
  'programs print for no value': ['null', 'undefined', 'None', 'NaN'],
};

/** What settings say of an entity and of rules. */
async function problemsOf(entityId: string, rules = 'a'): Promise<readonly string[]> {
  const loaded = await loadSettings({
    contract,
    flags: { entityId, automationRuleId: rules },
    environment: {
      CONFORMANCE_BASE_URL: 'http://127.0.0.1:1',
      CONFORMANCE_ACCESS_TOKEN: 'token-0123456789',
      CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'b',
    },
    cwd: temporaryFolder(),
    reporters: [],
  });
  return loaded.ok ? [] : loaded.problems.map(({ message }) => message);
}

describe.each(Object.entries(refused))('what is %s', (words, values) => {
  test.each(values)('is refused: %j', async (value) => {
    expect(await problemsOf(value)).toEqual([expect.stringContaining(words)]);
  });
});

test('lists name every broken identifier by its position, and every repeated one once', async () => {
  expect(await problemsOf('e', 'a,b,A')).toEqual([]);
  const [problem, ...others] = await problemsOf('e', 'a,..,b,a,a');
  for (const part of ['identifier 2 of 5', '"a" appears more than once'])
    expect([problem, ...others].join('\n')).toContain(part);
});

test.each([
  ['0123456789abcdef0123456789abcdef', '0123456789abcdef0123456789abcdef'],
  ['a'.repeat(256), 'a'.repeat(256)],
  ['...', '...'],
  ['.a', '.a'],
  ['a;b:c@d&e=f+g,h$', 'a%3Bb%3Ac%40d%26e%3Df%2Bg%2Ch%24'],
  ['規則😀', '%E8%A6%8F%E5%89%87%F0%9F%98%80'],
])('%s stays one segment of the path', async (entityId, segment) => {
  expect(await problemsOf(entityId)).toEqual([]);
  const { calls } = await runScript(undefined, { entityId, operations: ['put'], unauthorized: false });
  const { path = '' } = contract.operations.find(({ name }) => name === 'put') ?? {};
  expect(calls.map((call) => call.path)).toEqual([path.replace('{entityId}', segment)]);
});
