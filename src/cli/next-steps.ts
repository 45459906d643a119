import { wrap } from '../../reporters/support/terminal/page.ts';

export interface SetUp {
  readonly reached: boolean;
  readonly hasToken: boolean;
  /** The file that a run has to be told of; undefined for a `.env` that is found by itself. */
  readonly envFile: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly columns: number;
}

/** How the command was started, so that it can be started again so. */
function commandName(environment: NodeJS.ProcessEnv): string {
  if (environment['npm_lifecycle_event'] === 'conformance') return 'npm run conformance --';
  return environment['npm_command'] === 'exec' ? 'npx conformance' : 'conformance';
}

/** What to do now, as commands to copy. */
export function nextSteps(setUp: SetUp): string {
  const { reached, hasToken, envFile, environment, columns } = setUp;
  const conformance = commandName(environment);
  const token = hasToken
    ? []
    : ['  read -rs CONFORMANCE_ACCESS_TOKEN   # paste it, then Enter', '  export CONFORMANCE_ACCESS_TOKEN'];
  const flag = envFile === undefined ? '' : ` --env-file ${envFile}`;
  const after = reached
    ? [...token, `  ${conformance} run${flag}`]
    : [`  ${conformance} doctor${flag}`, ...token, `  ${conformance} run${flag}`];
  const head = reached
    ? 'No request was sent to the service. Next:'
    : 'The settings are in place, but the service cannot be reached. Mend what stands under →, then:';
  return `${[...wrap(head, columns), '', ...after].join('\n')}\n`;
}
