import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportFolder, reportIn, withService } from '../../commands/targets.ts';
import { all, enabled, faulty, file, open, recorded, recording, write } from '../../commands/waived-runs.ts';
import { byHand, expectedStatuses, judgedByHand, withStatus } from './by-hand.ts';

describe('suites started by hand', () => {
  test('skip what the run of the recording waived, with the reason', async () => {
    await withService(faulty, async (service) => {
      const cwd = await recorded(service, all);
      const judged = await judgedByHand([], { CONFORMANCE_EXCHANGES: recording(cwd) });
      expect(judged.code, judged.stderr).toBe(0);
      expect(judged.statuses).toEqual(expectedStatuses(reportIn(join(cwd, reportFolder))));
      expect(judged.statuses[enabled.id]).toBe('skipped');
    });
  });

  test('take waivers from CONFORMANCE_WAIVERS_FILE', async () => {
    await withService(faulty, async (service) => {
      const cwd = await recorded(service, null);
      const env = { CONFORMANCE_EXCHANGES: recording(cwd), CONFORMANCE_WAIVERS_FILE: join(cwd, file) };
      write(cwd, all);
      expect((await judgedByHand([], env)).code).toBe(0);
      write(cwd, [...all, { id: 'put.data.name:presence', ...open }]);
      const stale = await judgedByHand([], env);
      expect(stale.code).toBe(1);
      expect(withStatus(stale, 'failed')).toEqual(['the']);
    });
  });

  test('are not run with a waivers file that is refused', async () => {
    await withService(faulty, async (service) => {
      const cwd = await recorded(service, null);
      write(cwd, [{ ...enabled, owner: '' }]);
      const env = { CONFORMANCE_EXCHANGES: recording(cwd), CONFORMANCE_WAIVERS_FILE: join(cwd, file) };
      const { code, stderr } = await byHand(['run'], env);
      expect(code).toBe(1);
      expect(stderr).toMatch(/CONFORMANCE_WAIVERS_FILE .* line 6, entry 1 .* needs text as its "owner"/);
    });
  });
});
