import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectSettings } from '../../../src/settings/index.ts';
import { folderWith } from '../../support/cli.ts';
import { contract, definitions } from '../../support/engine.ts';
import { holds } from '../../support/properties.ts';
import { anyEnvFile } from './env-file.ts';

/** A `.env` as a stranger writes it, beside a token of the environment. */

const token = 'token-of-somebody-7f3a';

function isHarmless(key: string): boolean {
  const { reach, group } = definitions.get(key);
  return reach === 'harmless' && group !== 'token';
}

test('decides nothing, breaks nothing and learns nothing', async () => {
  const cwd = folderWith({});
  const environment = { CONFORMANCE_ACCESS_TOKEN: token, CONFORMANCE_ALLOW_WRITES_TO: 'staging.example.com' };
  const property = fc.asyncProperty(anyEnvFile, async (content) => {
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
