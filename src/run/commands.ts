import type { Effect } from '../../schemas/types.ts';
import { withPrivateFile } from '../files/write.ts';
import { clientSecrets } from '../http/client.ts';
import type { OperationCommand } from '../model/operation.ts';
import type { Lack } from '../model/recording.ts';
import { accessToken, createRedactor } from '../secrets/redaction.ts';
import { definitions, ownPrefix } from '../settings/definitions.ts';
import { type TargetSettings, tokenProblem, withoutFinalLineBreaks } from '../settings/index.ts';
import { type CommandResult, runCommand } from './command.ts';
import { RefusedSettings, type Run, type TargetRun } from './run.ts';

/**
 * The access token, which the operator's command prints or which is given.
 * @throws RefusedSettings for a command that prints none, or is ended by the signal
 */
export async function tokenOf(
  token: TargetSettings['token'],
  { environment, signal }: Pick<Run, 'environment' | 'signal'>,
): Promise<string> {
  if (token.kind === 'value') return token.value;
  const refused = (message: string) =>
    new RefusedSettings({ key: 'accessTokenCommand', message, example: '"cat /run/secrets/token"' });
  const result = await runCommand(token.command, { environment, signal });
  if ('problem' in result) throw refused(result.problem);
  const output = withoutFinalLineBreaks(result.output);
  const problem = tokenProblem(output);
  if (problem !== null) throw refused(`printed something that ${problem}`);
  return output;
}

/** Our variables as this run has them, whatever their source; the access token is in a file. */
function environmentOf({ environment, settings }: TargetRun, token: string, file: string) {
  const { entries, wording } = definitions;
  const own = new Set(entries.flatMap(([, { env }]) => (env?.startsWith(ownPrefix) ? [env] : [])));
  const isTheToken = (name: string) => name === wording.name('accessToken') && environment[name] === token;
  const others = Object.entries(environment).filter(([name]) => !own.has(name) || isTheToken(name));
  return { ...Object.fromEntries(others), ...settings.variables, [wording.name('accessTokenFile')]: file };
}

/** Takes secrets out of what a command wrote. */
function masking({ settings: { headers, proxies } }: TargetRun, token: string): (text: string) => string {
  const others = clientSecrets({ extraHeaders: headers, proxy: proxies });
  const redactor = createRedactor([{ name: accessToken, value: token }, ...others]);
  return (text) => redactor.text(text).text;
}

interface OwnCommand {
  /** Key of the setting that holds it. */
  readonly key: string;
  readonly command: string;
  readonly input?: string;
  readonly signal: AbortSignal | undefined;
}

/** Of a command's standard error so many lines are repeated, and so many characters of them. */
const shownLines = 3;
const longestError = 300;

/**
 * Runs a command that may need the service: with the settings of the run and its token. What it writes on standard error
 * is reported line by line under its name, without secrets, and its last lines are given back.
 */
async function runOwn({ key, command, ...options }: OwnCommand, run: TargetRun, token: string) {
  const masked = masking(run, token);
  const lines: string[] = [];
  const onErrorLine = (line: string) => {
    const text = masked(line);
    lines.push(text.trim());
    run.events?.onCommandError?.(`${definitions.wording.name(key)}: ${text}`);
  };
  const running = withPrivateFile('access-token', token, (file) =>
    runCommand(command, { ...options, onErrorLine, environment: environmentOf(run, token, file) }),
  );
  const result: CommandResult = await running.catch(({ message }: Error) => ({
    problem: `was not started, as no file for the access token can be made: ${message}`,
  }));
  const last = lines.slice(-shownLines).filter((line) => line !== '');
  return { result, said: last.join(' ').slice(-longestError), masked };
}

/** What a command printed is shown in so many characters. */
const shownCharacters = 80;

function shortened(output: string): string {
  const text = output.replaceAll(/\s+/g, ' ');
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

/** What a command made, or why it made nothing. */
export type Made = { readonly value: unknown } | { readonly gap: Lack };

/**
 * Runs a command that makes what an operation needs; its failure leaves that operation open and the others untouched.
 * @throws RefusedSettings for one that the signal ended
 */
export async function made(
  { setting: key, prints, read }: OperationCommand,
  command: string,
  run: TargetRun,
  token: string,
): Promise<Made> {
  const { signal } = run;
  const { result, said, masked } = await runOwn({ key, command, signal }, run, token);
  const name = definitions.wording.name(key);
  const error = said === '' ? '' : `; its standard error: ${said}`;
  const lacking = (problem: string) => ({
    gap: { reason: `${name} ${problem}${error}`, setting: name, isSet: true },
  });
  if ('problem' in result) {
    if (signal?.aborted === true) throw new RefusedSettings({ key, message: result.problem });
    return lacking(result.problem);
  }
  const output = result.output.trim();
  if (output === '') return lacking(`printed nothing; expected ${prints}`);
  const whole = createRedactor([{ name: accessToken, value: token, isWhole: true }]);
  if (whole.isIn(output)) return lacking(`printed ${prints} that contains the access token`);
  const parsed = read(output);
  if ('value' in parsed) return parsed;
  const problems = parsed.problems.join('; ');
  return lacking(`printed ${shortened(masked(output))}, which ${problems}: print ${prints} alone`);
}

/**
 * Runs the operator's command, which reads what a run left at the service. It runs after a signal too, as then most is
 * left; a signal that comes while it runs ends it. If it fails, a message says so; the verdict stays.
 */
export async function cleanUp(
  run: TargetRun,
  { runId, effects }: { readonly runId: string; readonly effects: readonly Effect[] },
  token: string,
): Promise<void> {
  const { settings, events, signal } = run;
  const { cleanupCommand: command, baseUrl, entityId } = settings;
  if (command === null || effects.length === 0) return;
  const key = 'cleanupCommand';
  const input = `${JSON.stringify({ runId, baseUrl, entityId, effects })}\n`;
  const own = { key, command, input, signal: signal?.aborted === true ? undefined : signal };
  const { result } = await runOwn(own, run, token);
  if ('output' in result) return;
  const name = definitions.wording.name(key);
  events?.onLeft?.(`${name} ${result.problem}: what the run left is listed in its reports, as effects`);
}
