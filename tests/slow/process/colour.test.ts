import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportFolder } from '../../commands/targets.ts';
import { conformanceProcess as conformance, temporaryFolder } from '../../support/cli.ts';

/** Escape sequences only where somebody asked for them; the streams here are no terminals. */

const escapeSequence = '\u001b[';

const cases: readonly {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly coloured: boolean;
}[] = [
  { name: 'no terminal', env: {}, coloured: false },
  { name: 'FORCE_COLOR=1', env: { FORCE_COLOR: '1' }, coloured: true },
  { name: 'FORCE_COLOR without a value', env: { FORCE_COLOR: '' }, coloured: true },
  { name: 'FORCE_COLOR=0', env: { FORCE_COLOR: '0' }, coloured: false },
  { name: 'NO_COLOR=1', env: { NO_COLOR: '1' }, coloured: false },
  {
    name: 'NO_COLOR without a value, FORCE_COLOR=1',
    env: { NO_COLOR: '', FORCE_COLOR: '1' },
    coloured: true,
  },
  { name: 'NO_COLOR=1 and FORCE_COLOR=1', env: { NO_COLOR: '1', FORCE_COLOR: '1' }, coloured: false },
  { name: 'CI', env: { CI: 'true' }, coloured: false },
  { name: 'a dumb terminal', env: { TERM: 'dumb', FORCE_COLOR: '1' }, coloured: false },
];

describe.concurrent('colour', () => {
  test.each(cases)('$name', async ({ env, coloured }) => {
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await conformance(['run', '--reference'], { env, cwd });
    expect(code, stderr).toBe(0);
    expect(stdout.includes(escapeSequence)).toBe(coloured);
    expect(stderr).not.toContain('\u001b');
    const out = join(cwd, reportFolder);
    for (const name of existsSync(out) ? readdirSync(out) : [])
      expect(readFileSync(join(out, name), 'utf8').includes('\u001b'), name).toBe(false);
  });

  test('says the same with and without', async () => {
    const plain = await conformance(['explain']);
    const forced = await conformance(['explain'], { env: { FORCE_COLOR: '1' } });
    expect(forced.stdout).toBe(plain.stdout);
  });
});
