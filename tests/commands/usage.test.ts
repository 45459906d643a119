import { describe, expect, test } from 'vitest';
import { conformance } from '../support/cli.ts';
import { run } from './targets.ts';

/** Exit 2: every problem at once on standard error, nothing on standard output, nothing left behind. */

describe.concurrent('a mistake of whoever starts it', () => {
  test('nothing configured: all that is missing, each with an example', async () => {
    const { code, stdout, stderr, files } = await run([]);
    expect({ code, stdout, files }).toEqual({ code: 2, stdout: '', files: null });
    expect(stderr).toMatch(/^conformance: 4 problems with the configuration; nothing was sent\.\n/);
    for (const name of ['BASE_URL', 'ACCESS_TOKEN', 'ENTITY_ID', 'BUSINESS_DATA_TYPE_ID']) {
      expect(stderr).toMatch(new RegExp(`^ {2}CONFORMANCE_${name}( \\(--[a-z-]+\\))? is missing`, 'm'));
      expect(stderr).toMatch(new RegExp(`^ {4}for example: CONFORMANCE_${name}=\\S+$`, 'm'));
    }
    expect(stderr).toContain('--reference');
    expect(stderr).toMatch(
      /^Warning: no automation rule is set\. The DELETE will not be checked, and the run will be incomplete/m,
    );
    expect(stderr).toContain('for example: CONFORMANCE_AUTOMATION_RULE_ID=');
  });

  test.each([
    { name: 'a rule is set', args: ['--automation-rule-id', '0123456789abcdef0123456789abcdef'] },
    { name: 'only the PUT is wanted', args: ['--operation', 'put'] },
  ])('no word about a missing rule where $name', async ({ args }) => {
    const { code, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stderr).not.toContain('no automation rule is set');
  });

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

test('reports of a run against the embedded service say that it was that', async () => {
  const { code, stdout } = await conformance(['run', '--reference', '--json', '--serial']);
  expect([code, JSON.parse(stdout).target.reference]).toEqual([0, true]);
});
