import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { environment, folderOf, waiting, withServices } from '../../commands/target-files.ts';
import { reportFolder } from '../../commands/targets.ts';
import { endAll, startConformance } from '../../support/cli.ts';

afterAll(endAll);

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
