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

/** By the names of the registries: `comparisonReporters` is `comparison`; what is of a report has no such name. */
export async function families(): Promise<ReadonlyMap<string, readonly Format[]>> {
  const modules = await Promise.all(
    registries.map(async (path) => (await import(`${root}/${path}`)) as Readonly<Record<string, unknown>>),
  );
  const known = new Map<string, readonly Format[]>();
  for (const [name, exported] of modules.flatMap((module) => Object.entries(module))) {
    const family = /^(\w+)Reporters$/.exec(name)?.[1] ?? 'report';
    known.set(family, [...(known.get(family) ?? []), ...formatsIn(exported)]);
  }
  return new Map([...known].filter(([, formats]) => formats.length > 0));
}

/** Modules below reporters/ that render something, and those that a registry loads. */
export const renderModule = /^export (?:async )?(?:function|const) render\b/m;
export const loadedModule = /import\('(\.\/[^']+)'\)/g;
