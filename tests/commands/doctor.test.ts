import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doctorRows } from '../cases/doctor.ts';
import { conformance } from '../support/cli.ts';
import { inPlace } from '../support/in-place.ts';
import { goodToken } from '../support/service.ts';
import { aimedAt } from './targets.ts';

/** `doctor` names what keeps a run from its service, says how to fix it, asks the service nothing and makes nothing. */

interface Check {
  readonly id: string;
  readonly standing: string;
  readonly detail: string;
  readonly remedy?: string;
}

const lines = new Map<string, readonly string[]>();

test.each(Object.entries(doctorRows))('%s', (name, { env = {}, args = [], ...around }) =>
  inPlace(around, async ({ cwd, baseUrl, service, plain }) => {
    const options = { cwd, env: { ...aimedAt({ baseUrl }), ...env } };
    const { code, stdout, stderr } = await conformance(['doctor', '--json', ...args], options);
    const { checks, exitCode } = JSON.parse(stdout) as { checks: Check[]; exitCode: number };
    const wrong = checks.filter(({ standing }) => standing === 'fail');
    const isConfiguration = wrong.some(({ id }) => !/^(?:name|connection|proxy|tls)$/.test(id));
    const expected = wrong.length === 0 ? 0 : isConfiguration ? 2 : 3;
    expect([code, exitCode]).toEqual([expected, expected]);
    for (const { standing, remedy } of checks)
      expect(remedy !== undefined).toBe(standing === 'fail' || standing === 'warn');
    const ran = existsSync(join(cwd, 'ran')) ? ['  ran the command'] : [];
    const printed = await conformance(['doctor', ...args], options);
    expect([printed.code, printed.stderr]).toEqual([code, stderr]);
    expect(stdout + printed.stdout + stderr).not.toMatch(/hidden-|token-of-/);
    expect(stdout + printed.stdout + stderr).not.toContain(goodToken);
    expect(service.calls).toEqual([]);
    expect(readdirSync(cwd).filter((file) => file !== 'ran')).toEqual(Object.keys(around.files ?? {}).sort());
    const told = checks.map(({ id, standing, detail, remedy }) =>
      plain(`  ${id}, ${standing}: ${detail}${remedy === undefined ? '' : ` → ${remedy}`}`),
    );
    const closing = printed.stdout.trimEnd().split('\n').at(-1);
    const unread = stderr === '' ? [] : [`  ${plain(stderr).trimEnd()}`];
    lines.set(name, [`${name}: exit ${code}: ${closing}`, ...told, ...ran, ...unread]);
  }),
);

test('each in its lines; of those but the first, what the first does not say', async () => {
  const [usual = []] = lines.values();
  const others = [...lines.values()].slice(1).flat();
  const text = [...usual, ...others.filter((line) => !usual.includes(line))];
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('../cases/golden/doctor.txt');
});

test('every line fits the terminal, details beside their title, remedies below', () =>
  inPlace({}, async ({ cwd, baseUrl }) => {
    const env = { ...aimedAt({ baseUrl }), CONFORMANCE_AUTOMATION_RULE_ID: '' };
    const { stdout } = await conformance(['doctor'], { cwd, env, io: { columns: 60 } });
    const all = stdout.split('\n').filter((line) => line !== '');
    expect(all.filter((line) => line.length > 60 && / \S+ \S+$/.test(line.trimStart()))).toEqual([]);
    expect(all.filter((line) => !/^(?:[✓!✗–] | {22}|Everything is ready)/.test(line))).toEqual([]);
    expect(stdout).toMatch(/^! automation rule +\S/m);
    expect(stdout).toMatch(/^ {22}→ \S/m);
  }));
