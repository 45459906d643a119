import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runTargets } from '../../../src/cli/run/run-targets.ts';
import type { Run } from '../../../src/run/run.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { requestCount } from '../../support/conforming.ts';
import { fakeIo } from '../../support/io.ts';
import { targetSettings } from '../../support/run-target.ts';
import { type ScriptedService, startService } from '../../support/service.ts';

/** Runs in which the suite itself fails, or finds a problem late. */
const spoiled = vi.hoisted((): { baseUrl: string; how: 'throws' | 'refuses' } => ({
  baseUrl: '',
  how: 'throws',
}));
vi.mock('../../../src/run/execute.ts', async (load) => {
  const { execute } = await load<typeof import('../../../src/run/execute.ts')>();
  return {
    execute: async (run: Run) => {
      if (run.settings.baseUrl !== spoiled.baseUrl) return execute(run);
      if (spoiled.how === 'throws') throw new Error('no \u001b[31mmemory');
      return { ok: false, problems: [{ key: 'out', message: 'takes no recording' }] };
    },
  };
});

async function started(): Promise<ScriptedService> {
  const service = await startService();
  onTestFinished(() => service.close());
  return service;
}

test.each([
  ['throws', /Fault of the suite itself: no \\u\{1b\}\[31mmemory/],
  ['refuses', /Not run: CONFORMANCE_OUT \(--out\) takes no recording/],
] as const)('a run that %s ends with 4, and the others go on', async (how, words) => {
  const folder = temporaryFolder();
  const [bad, good] = [await started(), await started()];
  Object.assign(spoiled, { baseUrl: bad.baseUrl, how });
  const io = fakeIo();
  const inputs = Object.entries({ bad, good }).map(([target, { baseUrl }]) => ({
    target,
    io,
    sources: [],
    environment: {},
    settings: targetSettings(baseUrl, { out: join(folder, target), reporters: ['json'] }),
  }));
  expect(await runTargets(inputs, 1)).toBe(4);
  expect(io.printed()).toMatch(words);
  expect(io.printed()).toContain('✓ good');
  expect(good.calls).toHaveLength(requestCount);
  expect(existsSync(join(folder, 'good/report.json'))).toBe(true);
});
