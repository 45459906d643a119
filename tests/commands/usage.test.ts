import { expect, test } from 'vitest';
import { conformance } from '../support/cli.ts';

/** What help says of commands and flags. */

test('help and version are no mistakes', async () => {
  const help = await conformance(['--help']);
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
  const ofRun = await conformance(['run', '--help']);
  expect(ofRun).toMatchObject({ code: 0, stderr: '' });
  expect(ofRun.stdout).toContain('CONFORMANCE_BASE_URL');
  expect(ofRun.stdout).not.toContain('CONFORMANCE_ACCESS_TOKEN');
  expect(await conformance(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' });
});

test('there are 13 commands, and no more flags than somebody can look over', async () => {
  const listed = (await conformance(['--help'])).stdout.matchAll(/^ {2}([a-z]+) (?:\[options\]|<)/gm);
  const commands = [...listed].map(([, name = '']) => name).filter((name) => name !== 'help');
  const helps = await Promise.all(commands.map(async (name) => (await conformance([name, '--help'])).stdout));
  const flags = new Set(helps.flatMap((help) => help.match(/(?<=^ +(?:-\w, )?)--[a-z-]+/gm) ?? []));
  flags.delete('--help');
  expect(commands).toHaveLength(13);
  expect(flags.size).toBeLessThanOrEqual(60);
  expect(flags.size).toBeGreaterThan(40);
});
