import type { WrittenOf } from '../model/setting.ts';
import type { OperationName, OperationSettings } from '../operations/index.ts';
import type { CommonSettings } from '../settings/definitions.ts';

/**
 * What `run` takes: the settings of the command, by their names in camel case (`CONFORMANCE_BASE_URL` is `baseUrl`); `conformance
 * docs configuration` describes each. The same forms, defaults and rules hold: rules that `automationRuleId` names WILL BE
 * DELETED. A setting that is left out is not looked for in the environment or in a `.env`, and nothing is written unless
 * `out` names a folder.
 */
export interface RunSettings
  extends OperationSettings,
    Omit<WrittenOf<CommonSettings>, 'envFile' | 'operation'> {
  /** Only this operation; all without it. */
  readonly operation?: OperationName;
}

export interface RunContext {
  /**
   * Ends the sending; the report then says what was done, and its outcome is incomplete. A command of the settings that
   * runs at that moment is ended, nothing is sent, and the call rejects with a SettingsError.
   */
  readonly signal?: AbortSignal;
  /** Where relative paths start; the working directory by default. */
  readonly cwd?: string;
  /** Variables for the commands among the settings; none by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}
