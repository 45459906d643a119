import { describe, expect, test } from 'vitest';
import { conformance } from '../support/cli.ts';

/** Every flag of every command, as its help lists them. */

const commands = ['run', 'explain', 'render', 'waive', 'compare', 'serve', 'init', 'doctor'];

interface Flag {
  readonly command: string;
  readonly flag: string;
  readonly placeholder: string;
}

const helped = await Promise.all(
  commands.map(async (command) => ({ command, help: (await conformance([command, '--help'])).stdout })),
);
const flags: readonly Flag[] = helped.flatMap(({ command, help }) =>
  [...help.matchAll(/^ {2}(--[\w-]+) (<[^>]+>)/gm)].map(([, flag = '', placeholder = '']) => ({
    command,
    flag,
    placeholder,
  })),
);

/** Says in its help that it may stand several times. */
const collecting = ['--fault'];

describe('a flag whose earlier value would be dropped', () => {
  test('is found for each command that has one', () => {
    expect(new Set(flags.map(({ command }) => command))).toEqual(new Set(commands));
    expect(flags.length).toBeGreaterThan(50);
  });

  test.each(flags.filter(({ flag }) => !collecting.includes(flag)))(
    '$command $flag',
    async ({ command, flag, placeholder }) => {
      for (const twice of [
        [flag, 'a', flag, 'b'],
        [`${flag}=a`, flag, 'b'],
        [flag, 'a', `${flag}=a`],
      ]) {
        const { code, stdout, stderr } = await conformance([command, ...twice]);
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toContain(`conformance: ${flag} is set more than once`);
        expect(stderr).toContain(`${flag} ${placeholder}`);
      }
    },
  );

  test('several values of one flag: the way to give them is told', async () => {
    const { stderr } = await conformance(['run', '--automation-rule-id', 'a', '--automation-rule-id', 'b']);
    expect(stderr).toContain('with commas between them: --automation-rule-id <id[,id]>');
  });
});

describe('may be repeated:', () => {
  test('a flag without a value', async () =>
    expect((await conformance(['run', '--reference', '--plan', '--strict', '--strict'])).code).toBe(0));

  test('a flag that collects its values', async () => {
    const { stderr } = await conformance('serve --port x --fault none-such --fault nor-this'.split(' '));
    expect(stderr).not.toContain('more than once');
  });

  test('a value that looks like the flag', async () => {
    const args = 'run --reference --plan --operation put --out=--operation'.split(' ');
    expect((await conformance(args)).code).toBe(0);
  });
});
