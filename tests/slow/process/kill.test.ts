import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aimedAt, reportFolder, reportIn, until } from '../../commands/targets.ts';
import { conformance, startConformance, temporaryFolder } from '../../support/cli.ts';
import { goodToken, type Script, sendPrepared, startService } from '../../support/service.ts';
import type { JournalLine } from '../../support/subject.ts';

/** Nothing that was sent is missing from the recording of a run that was killed, at whatever moment. */

const rules = Array.from({ length: 8 }, (_, at) => `${at}`.repeat(32)).join();
const slowly: Script = (_, prepared, response) => void setTimeout(() => sendPrepared(prepared, response), 8);

/** After how many requests, of 24, and how many milliseconds later. */
const moments = [
  [0, 200],
  [1, 0],
  [5, 7],
  [12, 3],
  [18, 9],
  [23, 12],
  [24, 100],
] as const;

test.each(moments)('a run that is killed after request %i and %i ms', async (after, delayMs) => {
  await using service = await startService(slowly);
  const cwd = temporaryFolder();
  const env = { ...aimedAt(service), CONFORMANCE_AUTOMATION_RULE_ID: rules };
  const run = startConformance(['run', '--serial', '--repeat', '12'], { cwd, env });
  await Promise.race([until(() => service.calls.length >= after), run.ended]);
  await sleep(delayMs);
  run.signal('SIGKILL');
  await run.ended;
  const out = join(cwd, reportFolder);
  const isRecording = (name: string) => /^exchanges\.(?:[0-9a-f]{12}\.)?ndjson$/.test(name);
  const name = (existsSync(out) ? readdirSync(out) : []).find(isRecording) ?? '';
  const text = name === '' ? '' : readFileSync(join(out, name), 'utf8');
  expect(text).not.toContain(goodToken);
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JournalLine);
  const intents = lines.flatMap((line) => (line.line === 'intent' ? [line.probe] : []));
  const answered = new Set(lines.flatMap((line) => (line.line === 'exchange' ? [line.exchange.probe] : [])));
  const left = intents.map(({ method, path, credentials }) => `${method} ${path} ${credentials}`);
  for (const { method, path, credentials } of service.calls) {
    const at = left.indexOf(`${method} ${path} ${credentials}`);
    expect(at, `${method} ${path} was sent and not written down`).not.toBe(-1);
    left.splice(at, 1);
  }
  if (lines.length === 0) return;
  expect((await conformance(['render', name], { cwd: out })).code).toBe(0);
  const { run: told, effects } = reportIn(out);
  expect(told.cut).toBe(!lines.some(({ line }) => line === 'end'));
  const unknown = effects.filter(({ state }) => state === 'unknown').map(({ exchange }) => exchange);
  expect(unknown).toEqual(intents.map(({ id }) => id).filter((id) => !answered.has(id)));
});
