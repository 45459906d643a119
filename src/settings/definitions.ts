import { flagLine, flagOf, spelt, told } from '../kinds/setting.ts';
import type {
  DeclaredSetting,
  Setting,
  SettingProblem,
  SettingValues,
  ValuesOf,
  Wording,
} from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { runSettings } from './run-settings.ts';
import { connectionSettings, fileSettings, targetSettings } from './service-settings.ts';

/** Those that all operations share. */
export type CommonSettings = typeof targetSettings &
  typeof connectionSettings &
  typeof fileSettings &
  typeof runSettings;

export type CommonValues = ValuesOf<CommonSettings>;

/** Parsed values of the settings that all operations share, and those of its operations. */
export type Values = CommonValues & SettingValues;

/** The names of a setting follow from its key, unless it is declared with others. */
function named(key: string, declared: DeclaredSetting): Setting {
  const { env = `CONFORMANCE_${spelt(key, '_').toUpperCase()}`, flag = flagOf(key) } = declared;
  return { ...declared, key, env, flag };
}

const all = [
  targetSettings,
  ...contract.operations.map(({ settings = {} }) => settings),
  connectionSettings,
  fileSettings,
  runSettings,
].flatMap((settings) =>
  Object.entries<DeclaredSetting>(settings).map(([key, one]) => [key, named(key, one)] as const),
);
const byKey = new Map(all);

/** @throws Error for a key that no setting has */
function get(key: string): Setting {
  const found = byKey.get(key);
  if (found === undefined) throw new Error(`no setting has the key ${key}`);
  return found;
}

/** How an operator knows settings: by their names in the environment and their flags. */
const wording: Wording = {
  name: (key) => get(key).env ?? get(key).flag ?? '',
  label: (key) => {
    const { env, flag } = get(key);
    return env === null || flag === null ? (env ?? flag ?? '') : `${env} (${flag})`;
  },
  example: (key, value) => {
    const { env, example } = get(key);
    return env === null ? flagLine(get(key)) : `${env}=${value ?? example}`;
  },
};

/** The settings: about the service, of each operation in its order, about the connection, about the run. */
export const definitions = { entries: all, get, wording };

/** A problem with a setting as an operator reads it, with the key of the setting. */
export function toldOperator(problem: SettingProblem) {
  return { key: problem.key, ...told(problem, wording) };
}

/** How the names of our own variables begin; those of proxies are everybody's. */
export const ownPrefix = 'CONFORMANCE_';

/** Names of a setting in the environment, the first one winning: proxies in lower case too. */
export function environmentNames({ env }: Setting): readonly string[] {
  if (env === null) return [];
  return env.startsWith(ownPrefix) ? [env] : [env.toLowerCase(), env];
}
