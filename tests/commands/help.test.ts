import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, temporaryFolder } from '../support/cli.ts';

/** What help says of commands and flags, what completion offers of them, and that no flag is set twice. */

const help = await conformance(['--help']);
const commands = [...help.stdout.matchAll(/^ {2}([a-z]+) (?:\[options\]|<)/gm)]
  .map(([, name = '']) => name)
  .filter((name) => name !== 'help');
const helped = await Promise.all(
  commands.map(async (command) => ({ command, ...(await conformance([command, '--help'])) })),
);

test('help and version are no mistakes', async () => {
  expect(help).toMatchObject({ code: 0, stderr: '' });
  const heads = [...help.stdout.matchAll(/^([A-Z][a-z ]+):\n((?: {2,}.*\n)+)/gm)].map(
    ([, head, lines = '']) => [head, [...lines.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name)],
  );
  expect(Object.fromEntries(heads)).toMatchObject({
    Start: ['init', 'doctor', 'run', 'explain'],
    Traffic: ['check', 'watch'],
    Reports: ['render', 'compare', 'waive'],
    'Beyond the document': ['explore', 'export'],
    Other: ['serve', 'completion', 'help'],
  });
  const ofRun = helped.find(({ command }) => command === 'run');
  expect(ofRun).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('CONFORMANCE_BASE_URL'),
  });
  expect(ofRun?.stdout).not.toContain('CONFORMANCE_ACCESS_TOKEN');
  expect(await conformance(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' });
});

test('there are 13 commands, and no more flags than somebody can look over', () => {
  const flags = new Set(helped.flatMap(({ stdout }) => stdout.match(/(?<=^ +(?:-\w, )?)--[a-z-]+/gm) ?? []));
  flags.delete('--help');
  expect(commands).toHaveLength(13);
  expect(flags.size).toBeLessThanOrEqual(60);
  expect(flags.size).toBeGreaterThan(40);
});

test.each(helped)('$command: at most 60 lines of 80 columns, each flag in one', ({ stdout }) => {
  const lines = stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.filter((line) => /^ {4,}\S/.test(line) && !/^ +--/.test(line))).toEqual([]);
});

/** Of these, a later value would drop an earlier one. */
const single = 'run explain render waive compare serve init doctor'.split(' ').map((command) => {
  const { stdout = '' } = helped.find((one) => one.command === command) ?? {};
  const flags = [...stdout.matchAll(/^ {2}(--[\w-]+) (<[^>]+>)/gm)];
  return { command, flags: flags.filter(([, flag]) => flag !== '--fault') };
});

test.each(single)('$command refuses a flag that is set twice', async ({ command, flags }) => {
  expect(flags.length).toBeGreaterThan(0);
  for (const [, flag = '', placeholder = ''] of flags)
    for (const twice of [
      [flag, 'a', flag, 'b'],
      [`${flag}=a`, flag, 'b'],
      [flag, 'a', `${flag}=a`],
    ]) {
      const { code, stdout, stderr } = await conformance([command, ...twice]);
      expect({ code, stdout }, flag).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`conformance: ${flag} is set more than once`);
      expect(stderr).toContain(`${flag} ${placeholder}`);
      if (placeholder.includes('[,'))
        expect(stderr).toContain(`with commas between them: ${flag} ${placeholder}`);
    }
});

test.each([
  'run --reference --plan --strict --strict',
  'run --reference --plan --operation put --out=--operation',
  'serve --fault list --fault not-json',
])('may be repeated: %s', async (line) =>
  expect((await conformance(line.split(' '))).stderr).not.toContain('more than once'),
);

async function completed(line: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await conformance(['--complete', line]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.split('\n').slice(0, -1);
}

test.each([
  ['', ['run', 'explain', 'compare', 'completion']],
  ['explain put.', ['put.data.name:echo', 'delete:json']],
  ['run --', ['--watch', '--history', '--base-url', '--strict']],
  ['run --operation ', ['put', 'delete']],
  ['compare --reporter ', ['terminal', 'html']],
  ['serve --fault ', ['not-json', 'delete.data.createdAt:format']],
  ['run --require-shown put.', ['put.data.conditions:count']],
  ['run --reporter json,', ['json,html']],
  ['completion ', ['bash', 'zsh', 'fish']],
])('%j is completed', async (line, some) =>
  expect(await completed(`conformance ${line}`)).toEqual(expect.arrayContaining(some)),
);

test.each(['render ', 'run --out ', 'nothing '])(
  '%j is not, so that the shell completes files',
  async (line) => expect(await completed(`conformance ${line}`)).toEqual([]),
);

test('a script for each shell; in bash nothing of the line is run', async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    expect((await conformance(['completion', shell])).stdout).toContain('conformance --complete');
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
  expect(readFileSync(join(cwd, 'line'), 'utf8')).toBe(`${line}\n`);
  expect(existsSync(join(cwd, 'ran'))).toBe(false);
});
