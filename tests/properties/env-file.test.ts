import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { environmentNames } from '../../src/settings/definitions.ts';
import { inspectSettings } from '../../src/settings/index.ts';
import { contract, definitions } from '../support/engine.ts';
import { folderWith } from '../unit/settings/load.ts';
import { holds, patience } from './settings.ts';

/** A `.env` as a stranger writes it, beside a token of the environment. */

const { entries } = definitions;
const names = entries.flatMap(([, definition]) => environmentNames(definition));
const value = fc.oneof(
  fc.constantFrom(...entries.map(([, { example }]) => example)),
  fc.constantFrom(
    'http://localhost:1',
    'http://localhost.',
    'https://evil.example.com',
    '../x',
    '/etc/passwd',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const quoted = fc
  .tuple(fc.constantFrom('', "'", '"', '`'), value)
  .map(([quote, text]) => `${quote}${text}${quote}`);
const line = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', 'export ', ' \t', '# '),
      fc.constantFrom(...names),
      fc.constantFrom('=', ' = ', ': '),
      quoted,
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('', '# a comment', 'OTHER=1', 'OTHER="', "OTHER='", '"', "'"),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([lines, end]) => lines.join(end));

const token = 'token-of-somebody-7f3a';

function isHarmless(key: string): boolean {
  const { reach, group } = definitions.get(key);
  return reach === 'harmless' && group !== 'token';
}

test('decides nothing, breaks nothing and learns nothing', patience, async () => {
  const cwd = folderWith({});
  const environment = { CONFORMANCE_ACCESS_TOKEN: token, CONFORMANCE_ALLOW_WRITES_TO: 'staging.example.com' };
  const property = fc.asyncProperty(text, async (content) => {
    writeFileSync(join(cwd, '.env'), content);
    const { given, values, problems } = await inspectSettings({
      contract,
      flags: {},
      environment,
      cwd,
      reporters: ['json'],
    });
    const taken = [...given].filter(([key, { source }]) => source.kind === 'file' && key in values);
    if (values.baseUrl?.loopback !== true)
      expect(taken.map(([key]) => key).filter((key) => !isHarmless(key) && key !== 'baseUrl')).toEqual([]);
    if (values.baseUrl !== undefined && !values.baseUrl.loopback)
      expect(values.baseUrl.host).toBe('staging.example.com');
    expect(values.accessToken).toBe(token);
    expect(JSON.stringify(problems)).not.toContain(token);
    const lines = readFileSync(join(cwd, '.env'), 'utf8').split(/\r\n?|\n/);
    for (const place of problems.flatMap(({ places = [] }) => places)) {
      const [, at, name = ''] = /^\.env(?:, line (\d+))?: (\w+)=/.exec(place) ?? [];
      expect(at === undefined ? name : lines[Number(at) - 1], place).toContain(name);
    }
  });
  await holds(property);
});
