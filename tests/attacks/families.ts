import { basename } from 'node:path';
import { globSync } from 'tinyglobby';
import type { Reporter } from '../../reporters/reporter.ts';
import { root } from '../support/cli.ts';

/** Every format of every registry in reporters/, as the files are: nobody has to name a new one here. */

type Format = Reporter<never>;

function formatsIn(exported: unknown): readonly Format[] {
  if (Array.isArray(exported)) return exported.flatMap(formatsIn);
  return typeof exported === 'object' && exported !== null && 'load' in exported ? [exported as Format] : [];
}

/** Modules that may be a registry. */
export const registries = globSync('reporters/*.ts', { cwd: root });

/** By the name of the registry's module; that of a single report is the index. */
export async function families(): Promise<ReadonlyMap<string, readonly Format[]>> {
  const read = registries.map(async (path): Promise<readonly [string, readonly Format[]]> => {
    const module = (await import(`${root}/${path}`)) as Readonly<Record<string, unknown>>;
    const formats = new Set(Object.values(module).flatMap(formatsIn));
    return [basename(path, '.ts').replace('index', 'report'), [...formats]];
  });
  return new Map((await Promise.all(read)).filter(([, formats]) => formats.length > 0));
}

/** Modules below reporters/ that render something, and those that a registry loads. */
export const renderModule = /^export (?:async )?(?:function|const) render\b/m;
export const loadedModule = /import\('(\.\/[^']+)'\)/g;
