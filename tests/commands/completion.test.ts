import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';

async function completed(line: string, cwd = temporaryFolder()): Promise<readonly string[]> {
  const { code, stdout, stderr } = await conformance(['--complete', line], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').slice(0, -1);
}

test.each([
  ['conformance ', ['run', 'explain', 'compare', 'completion']],
  ['conformance explain put.', ['put.data.name:echo', 'delete:json']],
  ['conformance run --', ['--watch', '--history', '--base-url', '--strict']],
  ['conformance run --operation ', ['put', 'delete']],
  ['conformance compare --reporter ', ['terminal', 'html']],
  ['conformance serve --fault ', ['not-json', 'delete.data.createdAt:format']],
  ['conformance run --require-shown put.', ['put.data.conditions:count']],
  ['conformance run --reporter json,', ['json,html']],
  ['conformance completion ', ['bash', 'zsh', 'fish']],
])('%j offers what fits', async (line, some) =>
  expect(await completed(line)).toEqual(expect.arrayContaining(some)),
);

test.each(['conformance render ', 'conformance run --out ', 'conformance nothing '])(
  '%j offers nothing, so that the shell completes files',
  async (line) => expect(await completed(line)).toEqual([]),
);

describe('completion', () => {
  test('prints a script for each shell', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await conformance(['completion', shell])).stdout).toContain('conformance --complete');
  });

  test('in bash nothing of the line is run', async () => {
    const { stdout } = await conformance(['completion', 'bash']);
    const cwd = temporaryFolder();
    const line = `conformance explain $(touch ${join(cwd, 'ran')}) \`touch ${join(cwd, 'ran')}\` put.`;
    const script = `
conformance() { printf '%s\\n' "$2" > '${join(cwd, 'line')}'; echo put.data.name:echo; }
${stdout}
COMP_LINE=$1 COMP_POINT=\${#1}
_conformance_completion
echo "\${COMPREPLY[@]}"`;
    const printed = execFileSync('bash', ['--norc', '-c', script, 'bash', line], { cwd, encoding: 'utf8' });
    expect(printed).toBe('put.data.name:echo\n');
    expect(execFileSync('cat', [join(cwd, 'line')], { encoding: 'utf8' })).toBe(`${line}\n`);
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });
});
