import { wrap } from '../../reporters/support/terminal/page.ts';
import type { TargetSettings } from '../config.ts';
import type { CiForm } from '../setup/ci-settings.ts';

export interface SetUp {
  readonly reached: boolean;
  readonly hasToken: boolean;
  readonly settings: TargetSettings;
  readonly orders: { readonly envFile: string; readonly form: CiForm | null };
  readonly environment: NodeJS.ProcessEnv;
  readonly columns: number;
}

/** How the command was started, so that it can be started again so. */
function commandName(environment: NodeJS.ProcessEnv): string {
  if (environment['npm_lifecycle_event'] === 'conformance') return 'npm run conformance --';
  return environment['npm_command'] === 'exec' ? 'npx conformance' : 'conformance';
}

/** A command in the file is honoured only when the file is named. */
function fileFlag({ settings, orders }: SetUp): string {
  const { token, rule } = settings;
  const hasCommand = token.kind === 'command' || rule?.kind === 'command';
  if (orders.form !== null) return '';
  return hasCommand || orders.envFile !== '.env' ? ` --env-file ${orders.envFile}` : '';
}

/** What to do now, as commands to copy. */
export function nextSteps(setUp: SetUp): string {
  const { reached, hasToken, environment, columns } = setUp;
  const conformance = commandName(environment);
  const token = hasToken
    ? []
    : ['  read -rs CONFORMANCE_ACCESS_TOKEN   # paste it, then Enter', '  export CONFORMANCE_ACCESS_TOKEN'];
  const flag = fileFlag(setUp);
  const after = reached
    ? [...token, `  ${conformance} run${flag}`]
    : [`  ${conformance} doctor${flag}`, ...token, `  ${conformance} run${flag}`];
  const head = reached
    ? 'No request was sent to the service. Next:'
    : 'The settings are in place, but the service cannot be reached. Mend what stands under →, then:';
  return `${[...wrap(head, columns), '', ...after].join('\n')}\n`;
}
