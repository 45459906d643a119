import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith } from '../support/cli.ts';
import { entityId } from '../support/conforming.ts';
import { usualMembers } from '../support/run-target.ts';
import {
  goodToken,
  type Script,
  type ScriptedService,
  sendPrepared,
  startService,
} from '../support/service.ts';

/** Files of targets over scripted services. */

type Members = Readonly<Record<string, unknown>>;

/** What every target of these tests has. */
export const common: Members = {
  entityId,
  ...usualMembers,
  accessToken: { env: 'CONFORMANCE_SECRET_ONE' },
};

/** The token of every target; runs write no more than what is read. */
export const environment = { CONFORMANCE_SECRET_ONE: goodToken, CONFORMANCE_REPORTER: 'terminal,json' };

/** The same, and every usual format. */
export const allFormats = { CONFORMANCE_SECRET_ONE: goodToken };

/** A folder with a file of targets. */
export function folderOf(targets: Readonly<Record<string, Members>>, defaults: Members = common): string {
  const cwd = folderWith({ 'conformance.config.json': JSON.stringify({ defaults, targets }) });
  return cwd;
}

/** An answer in which the rule's priority is text. */
export const deviates: Script = (call, prepared, response) => {
  const body =
    call.operation === 'delete' ? prepared.body.replace('"priority":1', '"priority":"1"') : prepared.body;
  sendPrepared({ ...prepared, body }, response);
};

/** A service that answers only once it is released, and says when the first request arrived. */
export function waiting(): {
  readonly script: Script;
  readonly asked: Promise<void>;
  readonly letGo: () => void;
} {
  const nothing = (): void => undefined;
  let [begin, letGo] = [nothing, nothing];
  const asked = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const open = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const script: Script = async (_, prepared, response) => {
    begin();
    await open;
    sendPrepared(prepared, response);
  };
  return { script, asked, letGo };
}

/** Starts a service for each script, and ends them all. */
export async function withServices<T, Name extends string>(
  scripts: Readonly<Record<Name, Script | undefined>>,
  task: (services: Readonly<Record<Name, ScriptedService>>) => Promise<T>,
): Promise<T> {
  const entries = Object.entries<Script | undefined>(scripts);
  const started = await Promise.all(
    entries.map(async ([name, script]) => [name, await startService(script)] as const),
  );
  try {
    return await task(Object.fromEntries(started) as Record<Name, ScriptedService>);
  } finally {
    await Promise.all(started.map(([, service]) => service.close()));
  }
}

/** Nothing listens there. */
export const absent = 'http://127.0.0.1:1';

/** Every file of a folder and below, by its path there. */
export function filesBelow(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}
