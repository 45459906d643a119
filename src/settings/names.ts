import { nearest } from '../model/nearest.ts';
import type { Problem } from '../model/setting.ts';
import type { Definitions } from './definitions.ts';
import type { EnvFile } from './env-file.ts';

const prefix = 'CONFORMANCE_';

/** Read by the target's own vitest config, when vitest is started by hand. */
const elsewhere = ['CONFORMANCE_EXCHANGES', 'CONFORMANCE_LIVE'];

/** A setting of ours, and its name without the prefix that all have. */
interface Word {
  readonly key: string;
  readonly env: string;
  readonly word: string;
}

function wordsOf({ entries }: Definitions): readonly Word[] {
  return entries.flatMap(([key, { env }]) =>
    env?.startsWith(prefix) ? [{ key, env, word: env.replace(prefix, '') }] : [],
  );
}

/** The shortest name that contains the given one, else the one with the smallest share of its letters changed. */
function meantBy(name: string, known: readonly Word[]): Word | undefined {
  const words = known.map(({ word }) => word);
  const [best] = nearest(name.replace(prefix, ''), words);
  return known.find(({ word }) => word === best);
}

function unknownIn(
  variables: Readonly<Record<string, string | undefined>>,
  where: string,
  definitions: Definitions,
): readonly Problem[] {
  const known = wordsOf(definitions);
  const isUnknown = (name: string) =>
    name.startsWith(prefix) && !elsewhere.includes(name) && !known.some(({ env }) => env === name);
  const names = Object.keys(variables).filter((name) => variables[name] && isUnknown(name));
  return names.map((name) => {
    const meant = meantBy(name, known);
    const message = `is no setting; the nearest one is ${meant?.env} (from ${where})`;
    return {
      setting: name,
      message,
      example: meant === undefined ? '' : definitions.front.example(meant.key),
    };
  });
}

/** A misspelt setting must not be silently ignored. Values are not looked at, except that empty ones are absent. */
export function unknownNames(
  environment: NodeJS.ProcessEnv,
  file: EnvFile | null,
  definitions: Definitions,
): readonly Problem[] {
  return [
    ...unknownIn(environment, 'the environment', definitions),
    ...(file === null ? [] : unknownIn(file.values, file.path, definitions)),
  ];
}
