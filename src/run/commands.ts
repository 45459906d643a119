import { withPrivateFile } from '../files/write.ts';
import { clientSecrets } from '../http/client.ts';
import type { OperationCommand } from '../model/operation.ts';
import type { Lack } from '../model/recording.ts';
import type { Report } from '../model/report.ts';
import type { SettingProblem } from '../model/setting.ts';
import { accessToken, createRedactor, type Redactor } from '../secrets/redaction.ts';
import { definitions, ownPrefix } from '../settings/definitions.ts';
import { type TargetSettings, tokenProblem, withoutFinalLineBreaks } from '../settings/index.ts';
import { type CommandResult, runCommand } from './command.ts';
import type { Run } from './run.ts';

/** An operator's command may take so long, milliseconds. */
export const commandDeadlineMs = 60_000;

interface TokenNeeds extends Pick<Run, 'environment'> {
  readonly settings: Pick<TargetSettings, 'token'>;
}

/** The access token; a command that gives none, or is ended by the signal, is a problem of the configuration. */
export async function tokenOf(
  { settings, environment }: TokenNeeds,
  signal?: AbortSignal,
): Promise<{ readonly token: string } | SettingProblem> {
  const { token } = settings;
  if (token.kind === 'value') return { token: token.value };
  const result = await runCommand(token.command, { environment, timeoutMs: commandDeadlineMs, signal });
  const output = result.ok ? withoutFinalLineBreaks(result.output) : '';
  const problem = result.ok ? tokenProblem(output) : result.problem;
  if (problem === null) return { token: output };
  return {
    key: 'accessTokenCommand',
    message: result.ok ? `printed something that ${problem}` : problem,
    example: '"cat /run/secrets/token"',
  };
}

interface CommandRun extends Pick<Run, 'environment' | 'events' | 'signal'> {
  readonly settings: Pick<TargetSettings, 'variables' | 'headers' | 'proxies'>;
}

/** What a command wrote is shown in so many characters. */
const shownCharacters = 80;
/** Of its standard error, the last lines. */
const shownLines = 3;
const longestError = 300;

/** Our variables as this run has them, whatever their source; the access token is in a file. */
function environmentOf({ environment, settings }: CommandRun, token: string, file: string) {
  const { entries, wording } = definitions;
  const own = new Set(entries.flatMap(([, { env }]) => (env?.startsWith(ownPrefix) ? [env] : [])));
  const isTheToken = (name: string) => name === wording.name('accessToken') && environment[name] === token;
  const others = Object.entries(environment).filter(([name]) => !own.has(name) || isTheToken(name));
  return {
    ...Object.fromEntries(others),
    ...settings.variables,
    [wording.name('accessTokenFile')]: file,
  };
}

/** Takes secrets out of the texts of commands. */
function redactorFor({ settings: { headers, proxies } }: CommandRun, token: string): Redactor {
  const others = clientSecrets({ extraHeaders: headers, proxy: proxies });
  return createRedactor([{ name: accessToken, value: token }, ...others]);
}

interface OwnCommand {
  /** Key of the setting that holds it. */
  readonly key: string;
  readonly command: string;
  readonly input?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a command that may need the service: with the settings of the run and its token. What it writes on standard error
 * is reported line by line under its name, without secrets, and its last lines are given back.
 */
async function runOwn(
  { key, command, ...more }: OwnCommand,
  run: CommandRun,
  token: string,
): Promise<{ readonly result: CommandResult; readonly said: string }> {
  const name = definitions.wording.name(key);
  const redactor = redactorFor(run, token);
  const lines: string[] = [];
  const onErrorLine = (line: string) => {
    const { text } = redactor.text(line);
    lines.push(text.trim());
    if (lines.length > shownLines) lines.shift();
    run.events?.onCommandError?.(`${name}: ${text}`);
  };
  const options = { timeoutMs: commandDeadlineMs, onErrorLine, ...more };
  try {
    const result = await withPrivateFile('access-token', token, (file) =>
      runCommand(command, { ...options, environment: environmentOf(run, token, file) }),
    );
    return {
      result,
      said: lines
        .filter((line) => line !== '')
        .join(' ')
        .slice(-longestError),
    };
  } catch (error) {
    const problem = `was not started, as no file for the access token can be made: ${(error as Error).message}`;
    return { result: { ok: false, problem }, said: '' };
  }
}

/** What a command printed, and why that cannot be used. */
function unreadable(output: string, prints: string, problems: readonly string[], redactor: Redactor): string {
  const text = redactor.text(output).text.replaceAll(/\s+/g, ' ');
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  return `printed ${shown}, which ${problems.join('; ')}: print ${prints} alone`;
}

/** What a command made, or why it made nothing. */
export type Made = { readonly value: unknown } | { readonly gap: Lack };

/**
 * Runs a command that makes what an operation needs; its failure leaves that operation open and the others untouched. A
 * command that the signal ended is a problem.
 */
export async function made(
  { setting: key, prints, read }: OperationCommand,
  command: string,
  run: CommandRun,
  token: string,
): Promise<Made | SettingProblem> {
  const { signal } = run;
  const { result, said } = await runOwn({ key, command, signal }, run, token);
  if (!result.ok && signal?.aborted === true) return { key, message: result.problem };
  const name = definitions.wording.name(key);
  const error = said === '' ? '' : `; its standard error: ${said}`;
  const lacking = (problem: string) => ({
    gap: { reason: `${name} ${problem}${error}`, setting: name, isSet: true },
  });
  if (!result.ok) return lacking(result.problem);
  const output = result.output.trim();
  if (output === '') return lacking(`printed nothing; expected ${prints}`);
  const whole = createRedactor([{ name: accessToken, value: token, isWhole: true }]);
  if (whole.isIn(output)) return lacking(`printed ${prints} that contains the access token`);
  const parsed = read(output);
  if ('value' in parsed) return parsed;
  return lacking(unreadable(output, prints, parsed.problems, redactorFor(run, token)));
}

interface CleaningRun extends CommandRun {
  readonly settings: CommandRun['settings'] & Pick<TargetSettings, 'cleanupCommand' | 'baseUrl' | 'entityId'>;
}

/**
 * Runs the operator's command, which reads what a run left at the service. It runs after a signal too, as then most is
 * left; a signal that comes while it runs ends it. If it fails, a message says so; the verdict stays.
 */
export async function cleanUp(
  cleaning: CleaningRun,
  { run: { id: runId }, effects }: { readonly run: Pick<Report['run'], 'id'> } & Pick<Report, 'effects'>,
  token: string,
): Promise<void> {
  const { settings, events, signal } = cleaning;
  const { cleanupCommand, baseUrl, entityId } = settings;
  if (cleanupCommand === null || effects.length === 0) return;
  const own = {
    key: 'cleanupCommand',
    command: cleanupCommand,
    signal: signal?.aborted === true ? undefined : signal,
    input: `${JSON.stringify({ runId, baseUrl, entityId, effects })}\n`,
  };
  const { result } = await runOwn(own, cleaning, token);
  if (result.ok) return;
  const name = definitions.wording.name('cleanupCommand');
  events?.onLeft?.(`${name} ${result.problem}: what the run left is listed in its reports, as effects`);
}
