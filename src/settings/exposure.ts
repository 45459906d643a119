import type { OperationContract } from '../model/operation.ts';
import type { SettingProblem, SettingValues } from '../model/setting.ts';
import { accessToken, createRedactor } from '../secrets/redaction.ts';

/** Texts of settings that outputs show, each by the key of its setting. */
export type Shown = Readonly<Record<string, string | undefined>>;

/** What outputs show of the settings of operations. */
export function shownOfOperations(operations: readonly OperationContract[], values: SettingValues): Shown {
  return Object.assign({}, ...operations.map((operation) => operation.shown?.(values)));
}

/**
 * Problems of settings that hold the whole access token, in any form in which it is searched for: what is sent and
 * reported there would show it, or could not be told from it. The token itself is not quoted.
 */
export function exposureProblems(token: string, shown: Shown): readonly SettingProblem[] {
  const { contains } = createRedactor([{ name: accessToken, value: token, isWhole: true }]);
  return Object.entries(shown)
    .filter(([, text]) => text !== undefined && contains(text).length > 0)
    .map(([key]) => ({
      key,
      message:
        'holds the access token, and every report shows this setting: take it out there, or give the right token',
    }));
}
