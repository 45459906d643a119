import { settingsList } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import { exampleLine, type Problem, type Setting } from './setting.ts';

const prefix = 'CONFORMANCE_';

const known = settingsList.flatMap((definition) =>
  definition.env?.startsWith(prefix) ? [{ definition, word: definition.env.replace(prefix, '') }] : [],
);

/** Read by the target's own vitest config, when vitest is started by hand. */
const elsewhere = ['CONFORMANCE_EXCHANGES', 'CONFORMANCE_LIVE'];

/** Levenshtein distance, in UTF-16 code units. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, character] of [...from].entries()) {
    const next = [line + 1];
    for (let column = 0; column < to.length; column += 1) {
      const substitution = (row[column] ?? 0) + (character === to[column] ? 0 : 1);
      next.push(Math.min(substitution, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The shortest name that contains the given one, else the one with the smallest share of its letters changed. */
function nearest(name: string): Setting<unknown> {
  const word = name.replace(prefix, '');
  const containing = known.filter(({ word: other }) => other.includes(word));
  const ranked = (containing.length > 0 ? containing : known).map((candidate) => ({
    candidate,
    far: distance(word, candidate.word) / Math.max(word.length, candidate.word.length),
  }));
  return ranked.reduce((best, other) => (other.far < best.far ? other : best)).candidate.definition;
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
    const meant = nearest(name);
    const message = `is no setting; the nearest one is ${meant.env} (from ${where})`;
    return { setting: name, message, example: exampleLine(meant) };
  });
}

/** A misspelt setting must not be silently ignored. Values are not looked at, except that empty ones are absent. */
export function unknownNames(environment: NodeJS.ProcessEnv, file: EnvFile | null): readonly Problem[] {
  return [
    ...unknownIn(environment, 'the environment'),
    ...(file === null ? [] : unknownIn(file.values, file.path)),
  ];
}
