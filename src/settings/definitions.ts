import type { Contract } from '../contract/contract.ts';
import type {
  DeclaredSetting,
  Setting,
  SettingProblem,
  SettingValues,
  ValuesOf,
  Wording,
} from '../model/setting.ts';
import { runSettings } from './run-settings.ts';
import { connectionSettings, fileSettings, targetSettings } from './service-settings.ts';
import { flagLine, flagOf, spelt, told } from './setting.ts';

type WithOperations = Pick<Contract, 'operations'>;

/** Those that every contract has. */
export type CommonSettings = ReturnType<typeof targetSettings> &
  typeof connectionSettings &
  typeof fileSettings &
  ReturnType<typeof runSettings>;

export type CommonValues = ValuesOf<CommonSettings>;

/** Parsed values of the settings that every contract has, and those of its operations. */
export type Values = CommonValues & SettingValues;

/** Every setting there is under a contract, in the order of documentation and messages. */
export interface Definitions {
  readonly entries: readonly (readonly [key: string, Setting])[];
  /** @throws Error for a key that no setting has */
  readonly get: (key: string) => Setting;
  /** How an operator knows settings: by their names in the environment and their flags. */
  readonly wording: Wording;
}

/** The names of a setting follow from its key, unless it is declared with others. */
function named(key: string, declared: DeclaredSetting): Setting {
  const { env = `CONFORMANCE_${spelt(key, '_').toUpperCase()}`, flag = flagOf(key) } = declared;
  return { ...declared, key, env, flag };
}

function definitionsOf(contract: WithOperations): Definitions {
  const all = [
    targetSettings(contract),
    ...contract.operations.map(({ settings = {} }) => settings),
    connectionSettings,
    fileSettings,
    runSettings(contract),
  ].flatMap((settings) =>
    Object.entries<DeclaredSetting>(settings).map(([key, one]) => [key, named(key, one)] as const),
  );
  const byKey = new Map(all);
  if (byKey.size < all.length) throw new Error('two settings of a contract have the same key');
  const get = (key: string): Setting => {
    const found = byKey.get(key);
    if (found === undefined) throw new Error(`no setting has the key ${key}`);
    return found;
  };
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
  return { entries: all, get, wording };
}

const made = new WeakMap<WithOperations, Definitions>();

/** The settings of a contract: about the service, of each operation in its order, about the connection, about the run. */
export function settingsOf(contract: WithOperations): Definitions {
  const definitions = made.get(contract) ?? definitionsOf(contract);
  made.set(contract, definitions);
  return definitions;
}

/** A problem with a setting as an operator reads it, with the key of the setting. */
export function toldOperator(problem: SettingProblem, contract: WithOperations) {
  return { key: problem.key, ...told(problem, settingsOf(contract).wording) };
}

/** How the names of our own variables begin; those of proxies are everybody's. */
export const ownPrefix = 'CONFORMANCE_';

/** Names of a setting in the environment, the first one winning: proxies in lower case too. */
export function environmentNames({ env }: Setting): readonly string[] {
  if (env === null) return [];
  return env.startsWith(ownPrefix) ? [env] : [env.toLowerCase(), env];
}
