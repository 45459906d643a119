import { wrap } from '../text/layout.ts';
import { commandName } from './command-line.ts';

/** What `init` has done. */
export interface Done {
  readonly reached: boolean;
  readonly hasToken: boolean;
  /** The file that has to be named for a run; undefined for a `.env` that a run finds by itself. */
  readonly envFile: string | undefined;
  /** The settings were printed for a job, so nothing here knows them. */
  readonly isPrinted: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly columns: number;
}

function headOf({ reached, isPrinted }: Done): string {
  if (isPrinted)
    return `No request was sent to the service${reached ? '' : ', which cannot be reached from here'}. Give the settings to the job; it then runs:`;
  return reached
    ? 'No request was sent to the service. Next:'
    : 'The settings are in place, but the service cannot be reached. Fix what is named under →, then:';
}

/** Sets the token for this shell without showing it. */
const typedToken = [
  '  read -rs CONFORMANCE_ACCESS_TOKEN   # paste it, then Enter',
  '  export CONFORMANCE_ACCESS_TOKEN',
];

/** What to do now, as commands to copy. */
export function nextSteps(done: Done): string {
  const { reached, hasToken, envFile, isPrinted, environment, columns } = done;
  const conformance = commandName(environment);
  const flag = envFile === undefined ? '' : ` --env-file ${envFile}`;
  const doctor = reached || isPrinted ? [] : [`  ${conformance} doctor${flag}`];
  const token = hasToken || isPrinted ? [] : typedToken;
  const commands = [...doctor, ...token, `  ${conformance} run${flag}`];
  return `${[...wrap(headOf(done), columns), '', ...commands].join('\n')}\n`;
}
