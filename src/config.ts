import { secretNames } from './config/definitions.ts';
import { readEnvFile } from './config/env-file.ts';
import { unknownNames } from './config/names.ts';
import { parseSettings, type SettingSource, settingSources } from './config/parse.ts';
import { resolveSettings } from './config/resolve.ts';
import { targetProblems } from './config/rules.ts';
import type { Problem } from './config/setting.ts';
import { assemble, type Settings } from './config/settings.ts';

export { settingsList } from './config/definitions.ts';
export { renderEnvExample } from './config/env-example.ts';
export type { SettingSource } from './config/parse.ts';
export type { Problem } from './config/setting.ts';
export type { ReferenceSettings, Settings, TargetSettings } from './config/settings.ts';
export { tokenProblem, withoutFinalLineBreaks } from './config/token.ts';

export interface ConfigInput {
  /** By their names in camel case, as commander gives them; flags that are no settings are ignored. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  /** From takeEnvironment. */
  readonly environment: NodeJS.ProcessEnv;
  /** Where `.env` is looked for and relative paths start. */
  readonly cwd: string;
  /** The formats of report that there are; all of them are produced unless the operator chooses. */
  readonly reporters: readonly string[];
}

export type ConfigResult =
  | { readonly ok: true; readonly settings: Settings; readonly sources: readonly SettingSource[] }
  | {
      readonly ok: false;
      readonly problems: readonly Problem[];
      /** Whether a DELETE is in scope for which no rule is named: no problem, but an operator should know. */
      readonly noRule: boolean;
    };

/**
 * A copy of the environment; the secrets among our settings are taken out of the original, so that no worker and
 * no child process inherits them. The one place that reads process.env.
 */
export function takeEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const copy = { ...environment };
  for (const name of secretNames) delete environment[name];
  return copy;
}

/** Reads `.env` and the files that settings name; sends nothing and runs no command. Every problem is named at once. */
export async function loadSettings(input: ConfigInput): Promise<ConfigResult> {
  const { flags, environment, cwd, reporters } = input;
  const reference = flags['reference'] === true;
  const envFile =
    typeof flags['envFile'] === 'string' && flags['envFile'] !== '' ? flags['envFile'] : undefined;
  const file = reference ? null : await readEnvFile(cwd, envFile);
  const { given, problems: misplaced } = resolveSettings({ flags, environment, file, reference });
  const { values, problems: malformed } = await parseSettings(given, { cwd, reporters });
  const problems = [
    ...(reference ? [] : unknownNames(environment, file)),
    ...(file?.problems ?? []),
    ...misplaced,
    ...malformed,
    ...(reference ? [] : targetProblems({ given, values })),
  ];
  const hasRule = given.has('automationRuleIds') || given.has('ruleCommand');
  const noRule = !reference && !hasRule && values.operation !== 'put';
  if (problems.length > 0) return { ok: false, problems, noRule };
  return {
    ok: true,
    settings: assemble(values, cwd, reporters),
    sources: settingSources(given, values, reference),
  };
}
