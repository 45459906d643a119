import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/cli.ts';
import { operationNames } from '../support/conforming.ts';
import { type Script, type ScriptedService, sendPrepared } from '../support/service.ts';
import { aimedAt, reportFolder, run } from './targets.ts';

/** Runs with waivers, whose recordings are judged anew or by vitest. */

export const file = 'conformance.waivers.json';
export const open = { reason: 'agreed', owner: 'us', expires: '2999-12-31' };
export const enabled = { id: 'put.data.enabled:type', ...open };
export const unused = { id: 'put.data.name:type', ...open, flaky: true };

/** Two stated deviations, one of them in every answer and with a consequence. */
export const faulty: Script = (call, prepared, response) => {
  const body = prepared.body
    .replace('"enabled":true', call.operation === 'put' ? '"enabled":"yes"' : '"enabled":true')
    .replace('"requestId":"', '"request":"');
  sendPrepared({ ...prepared, body }, response);
};

export function write(cwd: string, waivers: readonly object[], name = file): void {
  writeFileSync(join(cwd, name), JSON.stringify({ waivers }, null, 2));
}

export function recording(cwd: string): string {
  return join(cwd, reportFolder, 'exchanges.ndjson');
}

/** A run in a folder of its own; without waivers it ends with exit 1. */
export async function recorded(service: ScriptedService, waivers: readonly object[] | null): Promise<string> {
  const cwd = temporaryFolder();
  if (waivers !== null) write(cwd, waivers);
  await run(waivers === null ? [] : ['--waivers', file], { cwd, env: aimedAt(service) });
  return cwd;
}

/** The stated requirements that deviate. */
export const deviating = [
  'put.requestId:presence',
  'put.data.enabled:type',
  ...operationNames.slice(1).map((name) => `${name}.requestId:presence`),
];

export const all = [
  enabled,
  unused,
  ...operationNames.map((name) => ({ id: `${name}.requestId*`, ...open })),
];
