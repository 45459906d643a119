import { runSettings } from './run-settings.ts';
import type { Kind, Setting } from './setting.ts';
import { targetSettings } from './target-settings.ts';

/** Every setting, in the order of documentation and messages. Parsing, errors, `.env.example` and `--plan` follow it. */
export const definitions = { ...targetSettings, ...runSettings };

export type Key = keyof typeof definitions;

type ValueOf<S> = S extends { readonly kind: Kind<infer T> } ? T : never;

/** Parsed values; a setting that was not given and has no default, or was refused, is not there. */
export type Values = { readonly [K in Key]?: ValueOf<(typeof definitions)[K]> };

export const entries = Object.entries(definitions) as readonly (readonly [Key, Setting<unknown>])[];

/** The definitions as a list, for documentation and usage texts. */
export const settingsList: readonly Setting<unknown>[] = entries.map(([, definition]) => definition);

/** Names under which a setting may stand in the environment, the first one winning: proxies in lower case too. */
export function environmentNames({ env }: Setting<unknown>): readonly string[] {
  if (env === null) return [];
  return env.startsWith('CONFORMANCE_') ? [env] : [env.toLowerCase(), env];
}
