import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, temporaryFolder } from '../support/cli.ts';
import { automationRuleId, entityId } from '../support/conforming.ts';
import { goodToken, startService } from '../support/service.ts';
import { aimedAt, run, without } from './targets.ts';

/** CONFORMANCE_RULE_COMMAND: what it sees. */

const settingsOf = (service: { readonly baseUrl: string }) =>
  without(aimedAt(service), 'CONFORMANCE_AUTOMATION_RULE_ID');

/** Keeps what it sees, and prints the rule. */
const keep = [
  'env | grep ^CONFORMANCE_ | sort > $TEST_FOLDER/seen.txt',
  'ls -l "$CONFORMANCE_ACCESS_TOKEN_FILE" | cut -c1-10 > $TEST_FOLDER/mode.txt',
  'cat "$CONFORMANCE_ACCESS_TOKEN_FILE" > $TEST_FOLDER/token.txt',
  `echo ${automationRuleId}`,
].join('; ');

function seenIn(folder: string) {
  const lines = readFileSync(join(folder, 'seen.txt'), 'utf8').trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
}

describe('the environment of the command', () => {
  test.each(['variables', 'a file of variables', 'flags'])(
    'has the settings of the run, from %s',
    async (source) => {
      await using service = await startService();
      const cwd = folderWith({ 'body.json': '{"businessDataTypeId":"bdt-1","conditions":[]}' });
      const all = {
        ...without(settingsOf(service), 'CONFORMANCE_BUSINESS_DATA_TYPE_ID'),
        CONFORMANCE_RULE_COMMAND: keep,
        CONFORMANCE_TRANSFORMER_FILE: 'body.json',
      };
      const args: string[] = [];
      let env: Readonly<Record<string, string>> = all;
      if (source === 'a file of variables') {
        const lines = Object.entries(all).map(([name, value]) => `${name}='${value}'`);
        writeFileSync(join(cwd, 'staging.env'), `${lines.join('\n')}\n`);
        args.push('--env-file', 'staging.env');
        env = { CONFORMANCE_BASE_URL: '' };
      }
      if (source === 'flags') {
        args.push('--base-url', service.baseUrl, '--entity-id', entityId);
        env = { ...all, CONFORMANCE_BASE_URL: 'http://127.0.0.1:1', CONFORMANCE_ENTITY_ID: 'another' };
      }
      await run(args, { cwd, env });
      const seen = seenIn(cwd);
      expect(seen).toMatchObject({
        CONFORMANCE_BASE_URL: service.baseUrl,
        CONFORMANCE_ENTITY_ID: entityId,
        CONFORMANCE_TRANSFORMER_FILE: join(cwd, 'body.json'),
      });
      expect(seen).not.toHaveProperty('CONFORMANCE_RULE_COMMAND');
      expect(readFileSync(join(cwd, 'token.txt'), 'utf8')).toBe(goodToken);
      expect(readFileSync(join(cwd, 'mode.txt'), 'utf8')).toBe('-rw-------\n');
      expect(existsSync(seen['CONFORMANCE_ACCESS_TOKEN_FILE'] ?? '')).toBe(false);
    },
  );

  test('is that of the command which cleans up, too', async () => {
    await using service = await startService();
    const cwd = temporaryFolder();
    const { code } = await run([], {
      cwd,
      env: { ...aimedAt(service), CONFORMANCE_CLEANUP_COMMAND: keep },
    });
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'token.txt'), 'utf8')).toBe(goodToken);
  });
});

const page = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');
const [, sketch = ''] = /```bash\n(#!\/bin\/sh\n# scripts\/create-rule\.sh[\s\S]*?)```/.exec(page) ?? [];

/** Programs in place of curl and jq, which few machines of a build service lack and no test may need. */
function programs(folder: string, curl: string, jq: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const [name, text] of Object.entries({ curl, jq }))
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return bin;
}

const sends = `cat > "$TEST_FOLDER/header.txt"; echo "$@" > "$TEST_FOLDER/arguments.txt"; echo '{}'`;
const failing = 'cat >/dev/null; echo "curl: (22) The requested URL returned error: 404" >&2; exit 22';
const finds = `cat >/dev/null; echo ${automationRuleId}`;
// With --exit-status, jq prints what it does not find, and ends with 1.
const findsNone = 'cat >/dev/null; echo null; exit 1';

test.each([
  ['makes a rule', sends, finds, 0, null],
  [
    'curl fails',
    failing,
    finds,
    3,
    /ended with exit code 22; its standard error: curl: \(22\) The requested/,
  ],
  ['jq finds no id', sends, findsNone, 3, /ended with exit code 1$/],
])('the sketch in docs/ci.md: %s', async (_, curl, jq, code, why) => {
  await using service = await startService();
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'create-rule.sh'), sketch, { mode: 0o755 });
  const path = `${programs(cwd, curl, jq)}:${process.env['PATH']}`;
  const env = {
    ...settingsOf(service),
    CONFORMANCE_RULE_COMMAND: `sh '${join(cwd, 'create-rule.sh')}'`,
    PATH: path,
  };
  const ended = await run([], { cwd, env: { ...env, TEST_FOLDER: cwd } });
  expect(ended.code, ended.stderr).toBe(code);
  if (why !== null) expect(ended.report().conclusion.why[0]).toMatch(why);
  if (code !== 0) return;
  expect(readFileSync(join(cwd, 'header.txt'), 'utf8')).toBe(`Authorization: Bearer ${goodToken}`);
  const given = readFileSync(join(cwd, 'arguments.txt'), 'utf8');
  expect(given).toContain(`${service.baseUrl}/entity/${entityId}/`);
  expect(given).not.toContain(goodToken);
});
