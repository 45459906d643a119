import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { environment, filesBelow, folderOf, waiting, withServices } from '../../commands/target-files.ts';
import { reportFolder, reportIn } from '../../commands/targets.ts';
import { endAll, startConformance } from '../../support/cli.ts';

afterAll(endAll);

/** One signal ends the runs against all targets in good order. */

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the targets that are under way, and none is begun after it', async (signal, code) => {
  const [first, second] = [waiting(), waiting()];
  const scripts = { one: first.script, two: second.script, never: undefined };
  await withServices(scripts, async ({ one, two, never }) => {
    const cwd = folderOf({
      one: { baseUrl: one.baseUrl, timeoutMs: 60_000 },
      two: { baseUrl: two.baseUrl, timeoutMs: 60_000 },
      never: { baseUrl: never.baseUrl },
    });
    const started = startConformance(['run', '--all-targets', '--serial'], { cwd, env: environment });
    await Promise.all([first.asked, second.asked]);
    started.signal(signal);
    const ended = await started.ended;
    expect(ended.code).toBe(code);
    expect([one, two, never].map(({ calls }) => calls.length)).toEqual([1, 1, 0]);
    const out = join(cwd, reportFolder);
    for (const name of ['one', 'two']) expect(reportIn(join(out, name)).run.cut).toBe(true);
    const files = filesBelow(out);
    expect(files['index.html']).toContain('Not run: ended by a signal before its turn');
    expect(Object.keys(files).filter((path) => path.endsWith('.lock'))).toEqual([]);
    expect(ended.stdout).toContain('3 targets: 2 incomplete, 1 not run (exit 3)');
  });
});

test('a second signal ends it at once', async () => {
  const hanging = waiting();
  await withServices({ one: hanging.script, two: hanging.script }, async ({ one, two }) => {
    const cwd = folderOf({ one: { baseUrl: one.baseUrl }, two: { baseUrl: two.baseUrl } });
    const started = startConformance(['run', '--all-targets'], { cwd, env: environment });
    await hanging.asked;
    started.signal('SIGINT');
    started.signal('SIGTERM');
    // A busy machine may deliver them in either order.
    expect([130, 143]).toContain((await started.ended).code);
    expect(existsSync(join(cwd, reportFolder, 'index.html'))).toBe(false);
  });
});
