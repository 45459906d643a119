import { basename, dirname, relative } from 'node:path';
import type { ConfigFile } from './config-file.ts';
import { environmentNames } from './definitions.ts';
import type { EnvFile } from './env-file.ts';
import type { SettingsFile } from './trust.ts';

/** The command line that names a file, as it was started. */
export type Naming = (file: string, flag?: '--env-file' | '--config') => string;

export function trustedEnv(file: EnvFile, naming: Naming): SettingsFile {
  const label = basename(file.path);
  return {
    path: file.path,
    label,
    where: 'in this folder, not passed with --env-file',
    named: file.named,
    naming: naming(label),
    needsNamedHost: false,
    placeOf: (definition) => {
      const name = environmentNames(definition).find((candidate) => file.values[candidate]) ?? '';
      return { line: file.lineOf(name), written: (value) => `${name}=${value}`, variable: name };
    },
  };
}

/** A file of targets: one that was only found is good for loopback and for hosts that are named elsewhere. */
export function trustedConfig(file: ConfigFile, cwd: string, naming: Naming): SettingsFile {
  const label = relative(cwd, file.path);
  return {
    path: file.path,
    label,
    where: `${dirname(file.path) === cwd ? 'in' : 'above'} this folder, not passed with --config`,
    named: file.named,
    naming: naming(label, '--config'),
    needsNamedHost: true,
    placeOf: (definition, { text, source: { line = null, member = definition.key } }) => ({
      line,
      // A value that is not shown is replaced by words.
      written: (value) => `${member}: ${value === text ? JSON.stringify(value) : value}`,
      variable: definition.ofTarget === true ? null : definition.env,
    }),
  };
}
