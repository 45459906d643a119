import { basename } from 'node:path';
import { environmentNames } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import type { SettingsFile } from './trust.ts';

/** The command line that names a file, as it was started. */
export type Naming = (file: string) => string;

export function trustedEnv(file: EnvFile, naming: Naming): SettingsFile {
  const label = basename(file.path);
  return {
    path: file.path,
    label,
    where: 'in this folder, not passed with --env-file',
    named: file.named,
    naming: naming(label),
    placeOf: (definition) => {
      const name = environmentNames(definition).find((candidate) => file.values[candidate]) ?? '';
      return { line: file.lineOf(name), written: (value) => `${name}=${value}`, variable: name };
    },
  };
}
