import type { Contract } from '../contract/contract.ts';
import type { Setting, SettingValues, ValuesOf, Wording } from '../model/setting.ts';
import { runSettings } from './run-settings.ts';
import { connectionSettings, targetSettings } from './service-settings.ts';
import { flagLine } from './setting.ts';

type WithOperations = Pick<Contract, 'operations'>;

type CommonSettings = ReturnType<typeof targetSettings> &
  typeof connectionSettings &
  ReturnType<typeof runSettings>;

/** Parsed values of the settings that every contract has, and those of its operations. */
export type Values = ValuesOf<CommonSettings> & SettingValues;

/** Every setting there is under a contract, in the order of documentation and messages. */
export interface Definitions {
  readonly entries: readonly (readonly [key: string, Setting<unknown>])[];
  /** @throws Error for a key that no setting has */
  readonly get: (key: string) => Setting<unknown>;
  /** How an operator knows settings: by their names in the environment and their flags. */
  readonly wording: Wording;
}

function labelOf({ env, flag }: Setting<unknown>): string {
  if (env === null) return flag ?? '';
  return flag === null ? env : `${env} (${flag})`;
}

/** A line that sets a value, in the environment's form where there is one. */
function exampleLine(definition: Setting<unknown>, value = definition.example): string {
  return definition.env === null ? flagLine(definition) : `${definition.env}=${value}`;
}

function definitionsOf(contract: WithOperations): Definitions {
  const all = [
    targetSettings(contract),
    ...contract.operations.map(({ settings = {} }) => settings),
    connectionSettings,
    runSettings(contract),
  ].flatMap((settings) => Object.entries<Setting<unknown>>(settings));
  const byKey = new Map(all);
  if (byKey.size < all.length) throw new Error('two settings of a contract have the same key');
  const get = (key: string): Setting<unknown> => {
    const found = byKey.get(key);
    if (found === undefined) throw new Error(`no setting has the key ${key}`);
    return found;
  };
  const wording: Wording = {
    name: (key) => get(key).env ?? get(key).flag ?? '',
    label: (key) => labelOf(get(key)),
    example: (key, value) => exampleLine(get(key), value),
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

/** Names of a setting in the environment, the first one winning: proxies in lower case too. */
export function environmentNames({ env }: Setting<unknown>): readonly string[] {
  if (env === null) return [];
  return env.startsWith('CONFORMANCE_') ? [env] : [env.toLowerCase(), env];
}
