import { shellWord } from '../../text/escape.ts';
import { wrap } from '../../text/layout.ts';

export interface InitResult {
  readonly reached: boolean;
  readonly hasToken: boolean;
  /** Flags with which a run finds the settings. */
  readonly words: readonly string[];
  /** The variable that will hold the token. */
  readonly variable: string;
  /** The settings were printed for a job, so nothing here knows them. */
  readonly isPrinted: boolean;
  /** The words that start the program. */
  readonly command: string;
  readonly columns: number;
}

function headOf({ reached, isPrinted }: InitResult): string {
  if (isPrinted)
    return `No request was sent to the service${reached ? '' : '; the connection from here to the service failed'}. Set the variables above in the job, which then runs:`;
  return reached
    ? 'No request was sent to the service. Next:'
    : 'The settings are written, but the connection to the service failed. Fix the lines marked →, then:';
}

/** What to do now, as commands to copy. */
export function nextSteps(done: InitResult): string {
  const { reached, hasToken, words, variable, isPrinted, command: conformance, columns } = done;
  const flag = words.map((word) => ` ${shellWord(word)}`).join('');
  const doctor = reached || isPrinted ? [] : [`  ${conformance} doctor${flag}`];
  // For this shell, without showing it.
  const typed = [`  read -rs ${variable}   # paste it, then Enter`, `  export ${variable}`];
  const token = hasToken || isPrinted ? [] : typed;
  const commands = [...doctor, ...token, `  ${conformance} run${flag}`];
  return `${[...wrap(headOf(done), columns), '', ...commands].join('\n')}\n`;
}
