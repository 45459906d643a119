import { nearest } from '../model/nearest.ts';
import { settingsList } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import { exampleLine, type Problem, type Setting } from './setting.ts';

const prefix = 'CONFORMANCE_';

const known = settingsList.flatMap((definition) =>
  definition.env?.startsWith(prefix) ? [{ definition, word: definition.env.replace(prefix, '') }] : [],
);

/** Read by the target's own vitest config, when vitest is started by hand. */
const elsewhere = ['CONFORMANCE_EXCHANGES', 'CONFORMANCE_LIVE'];

/** The shortest name that contains the given one, else the one with the smallest share of its letters changed. */
function meantBy(name: string): Setting<unknown> | undefined {
  const words = known.map(({ word }) => word);
  const [best] = nearest(name.replace(prefix, ''), words);
  return known.find(({ word }) => word === best)?.definition;
}

function isUnknown(name: string): boolean {
  if (!name.startsWith(prefix) || elsewhere.includes(name)) return false;
  return !known.some(({ definition }) => definition.env === name);
}

function unknownIn(
  variables: Readonly<Record<string, string | undefined>>,
  where: string,
): readonly Problem[] {
  const names = Object.keys(variables).filter((name) => variables[name] && isUnknown(name));
  return names.map((name) => {
    const meant = meantBy(name);
    const message = `is no setting; the nearest one is ${meant?.env} (from ${where})`;
    return { setting: name, message, example: meant === undefined ? '' : exampleLine(meant) };
  });
}

/** A misspelt setting must not be silently ignored. Values are not looked at, except that empty ones are absent. */
export function unknownNames(environment: NodeJS.ProcessEnv, file: EnvFile | null): readonly Problem[] {
  return [
    ...unknownIn(environment, 'the environment'),
    ...(file === null ? [] : unknownIn(file.values, file.path)),
  ];
}
