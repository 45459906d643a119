import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { temporaryFolder } from './cli.ts';
import { startTlsFront } from './proxy.ts';
import { type ScriptedService, startService } from './service.ts';

/** What a command that sends nothing finds: a folder, and a conforming service that must not be asked anything. */
export interface Surroundings {
  /** By name; only their owner may read them. */
  readonly files?: Readonly<Record<string, string>>;
  /** Those of them that others may read. */
  readonly open?: readonly string[];
  /** Absent for a service of http:. */
  readonly tls?: TlsOptions;
}

export interface Place {
  readonly cwd: string;
  readonly baseUrl: string;
  readonly service: ScriptedService;
  /** A text without what is another each time. */
  readonly plain: (text: string) => string;
}

export async function inPlace<T>(
  { files = {}, open = [], tls }: Surroundings,
  task: (place: Place) => Promise<T>,
): Promise<T> {
  await using service = await startService();
  await using front = tls === undefined ? null : await startTlsFront(service.baseUrl, tls);
  const baseUrl = front === null ? service.baseUrl : `https://127.0.0.1:${front.port}`;
  const cwd = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(cwd, name), text);
    chmodSync(join(cwd, name), open.includes(name) ? 0o640 : 0o600);
  }
  const plain = (text: string) =>
    text
      .replaceAll(cwd, 'FOLDER')
      .replaceAll(process.versions.node, 'VERSION')
      .replaceAll(/(127\.0\.0\.1):\d{2,}/g, '$1:PORT')
      .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:]+Z)?/g, 'DATE');
  return await task({ cwd, baseUrl, service, plain });
}
