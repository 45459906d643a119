import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../support/cli.ts';
import { targetSettings } from '../support/run-target.ts';
import { type Script, sendPrepared, startService } from '../support/service.ts';
import { contract, execute, readJournal, type TargetSettings } from '../support/subject.ts';

/** A run of `execute`, and what the service saw of it. */

type Run = Parameters<typeof execute>[0];
type More = Partial<Pick<Run, 'events' | 'signal' | 'journal'>>;

export async function runOn(baseUrl: string, changes: Partial<TargetSettings> = {}, more: More = {}) {
  const settings = targetSettings(baseUrl, changes);
  const { PATH } = process.env;
  return execute({
    contract,
    settings,
    tool: { name: 't', version: '0' },
    environment: { PATH },
    journal: null,
    ...more,
  });
}

export const slow: Script = (_, prepared, response) =>
  void setImmediate(() => sendPrepared(prepared, response));

export async function sent(changes: Partial<TargetSettings>, script: Script = slow, more: More = {}) {
  await using service = await startService(script);
  const journal = join(temporaryFolder(), 'exchanges.ndjson');
  const result = await runOn(`${service.baseUrl}/prefix/`, changes, { journal, ...more });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  expect(service.calls.every(({ path }) => path.startsWith('/prefix/entity/'))).toBe(true);
  const recording = readJournal(readFileSync(more.journal ?? journal, 'utf8'));
  return { calls: service.calls, report: result.report, recording };
}
