import { globSync } from 'tinyglobby';
import type { Reporter } from '../../reporters/reporter.ts';
import { root } from '../support/cli.ts';

/** Every format of every registry below reporters/, as the files are: nobody has to name a new one here. */

type Format = Reporter<never>;

function formatsIn(exported: unknown): readonly Format[] {
  if (Array.isArray(exported)) return exported.flatMap(formatsIn);
  return typeof exported === 'object' && exported !== null && 'load' in exported ? [exported as Format] : [];
}

/** By the folder of the registry; that of a single report has none. */
export async function families(): Promise<ReadonlyMap<string, readonly Format[]>> {
  const found = globSync('reporters/**/index.ts', { cwd: root });
  const read = found.map(async (path): Promise<readonly [string, readonly Format[]]> => {
    const module = (await import(`${root}/${path}`)) as Readonly<Record<string, unknown>>;
    const formats = new Set(Object.values(module).flatMap(formatsIn));
    return [path.split('/').slice(1, -1).join('/') || 'report', [...formats]];
  });
  return new Map(await Promise.all(read));
}

/** Modules below reporters/ that render something, and those that a registry loads. */
export const renderModule = /^export (?:async )?(?:function|const) render\b/m;
export const loadedModule = /import\('(\.\/[^']+)'\)/g;
