import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { runScript } from '../support/run-target.ts';
import { contract, loadSettings } from '../support/subject.ts';

/** An identifier is one segment of a path, or refused. */

const refused = [
  ...['.', '..', 'a/b', 'a/', 'a\\b', 'a%2fb', '%2e%2e', 'a?b', 'a#b', 'a b', ' ', 'a\n', 'a\tb', 'a\u00a0b'],
  ...['a\u3000b', 'a\u0000b', 'a\u007fb', 'a\u0085b', 'a\u200bb', 'a\u202eb', 'a\ud800', '\udc00a'],
  ...[
    'a'.repeat(257),
    '"a"',
    "'a'",
    '{id}',
    '[1]',
    '<id>',
    '$ID',
    '$(id)',
    'null',
    'undefined',
    'None',
    'NaN',
  ],
];

/** What settings say of an entity and of rules. */
async function problemsOf(entityId: string, rules = 'a'): Promise<readonly string[]> {
  const loaded = await loadSettings({
    flags: { entityId, automationRuleId: rules },
    environment: {
      CONFORMANCE_BASE_URL: 'http://127.0.0.1:1',
      CONFORMANCE_ACCESS_TOKEN: 'token-0123456789',
      CONFORMANCE_BUSINESS_DATA_TYPE_ID: 'b',
    },
    cwd: temporaryFolder(),
    reporters: [],
  });
  return loaded.problems.map(({ message }) => message);
}

test('what is no identifier is refused, with the reason', async () => {
  const lines: string[] = [];
  for (const value of refused) {
    const problems = await problemsOf(value);
    expect([value, problems.length]).toEqual([value, 1]);
    lines.push(`${JSON.stringify(value)} | ${problems.join('')}\n`);
  }
  await expect(lines.join('')).toMatchFileSnapshot('../cases/golden/contract/identifiers.txt');
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
