import type { OperationCommand } from '../model/operation.ts';
import type { Lack } from '../model/recording.ts';
import type { Report } from '../model/report.ts';
import type { SettingProblem } from '../model/setting.ts';
import { accessToken, createRedactor } from '../secrets/redaction.ts';
import { settingsOf } from '../settings/definitions.ts';
import { type TargetSettings, tokenProblem, withoutFinalLineBreaks } from '../settings/index.ts';
import { runCommand } from './command.ts';
import type { Run } from './run.ts';

/** An operator's command may take so long, milliseconds. */
export const commandDeadlineMs = 60_000;

interface TokenNeeds extends Pick<Run, 'environment' | 'contract'> {
  readonly settings: Pick<TargetSettings, 'token'>;
}

/** The access token; a command that gives none, or is ended by the signal, is a problem of the configuration. */
export async function tokenOf(
  { contract, settings, environment }: TokenNeeds,
  signal?: AbortSignal,
): Promise<{ readonly token: string } | SettingProblem> {
  const { token } = settings;
  if (token.kind === 'value') return { token: token.value };
  const result = await runCommand(token.command, { environment, timeoutMs: commandDeadlineMs, signal });
  const output = result.ok ? withoutFinalLineBreaks(result.output) : '';
  const problem = result.ok ? tokenProblem(output, contract) : result.problem;
  if (problem === null) return { token: output };
  return {
    key: 'accessTokenCommand',
    message: result.ok ? `printed something that ${problem}` : problem,
    example: '"cat /run/secrets/token"',
  };
}

type CommandRun = Pick<Run, 'contract' | 'environment' | 'events' | 'signal'>;

/** How a command is run whose standard error is reported line by line, the access token masked. */
function reporting({ environment, events }: CommandRun, token: string) {
  const redactor = createRedactor([{ name: accessToken, value: token }]);
  return {
    environment,
    timeoutMs: commandDeadlineMs,
    onErrorLine: (line: string) => events?.onCommandError?.(redactor.text(line).text),
  };
}

/** What a command made, or why it made nothing. */
export type Made = { readonly value: unknown } | { readonly gap: Lack };

/**
 * Runs a command that makes what an operation needs; its failure leaves that operation open and the others untouched.
 * What it prints on standard error is reported line by line, the access token masked. A command that the signal ended
 * is a problem.
 */
export async function made(
  { setting: key, prints, read }: OperationCommand,
  command: string,
  run: CommandRun,
  token: string,
): Promise<Made | SettingProblem> {
  const { contract, signal } = run;
  const result = await runCommand(command, { ...reporting(run, token), signal });
  if (!result.ok && signal?.aborted === true) return { key, message: result.problem };
  const name = settingsOf(contract).wording.name(key);
  const lacking = (problem: string) => ({
    gap: { reason: `${name} ${problem}`, setting: name, isSet: true },
  });
  if (!result.ok) return lacking(result.problem);
  const output = result.output.trim();
  if (output === '') return lacking(`printed nothing; expected ${prints}`);
  const whole = createRedactor([{ name: accessToken, value: token, isWhole: true }]);
  const isToken = whole.contains(output).length > 0;
  const parsed = isToken ? { problems: ['contains the access token'] } : read(output);
  return 'value' in parsed ? parsed : lacking(`printed ${prints} that ${parsed.problems.join('; ')}`);
}

interface CleaningRun extends CommandRun {
  readonly settings: Pick<TargetSettings, 'cleanupCommand' | 'baseUrl' | 'entityId'>;
}

/**
 * Runs the operator's command, which reads what a run left at the service. It runs after a signal too, as then most is
 * left; a signal that comes while it runs ends it. If it fails, a message says so; the verdict stays.
 */
export async function cleanUp(
  cleaning: CleaningRun,
  { run: { id: runId }, effects }: Pick<Report, 'run' | 'effects'>,
  token: string,
): Promise<void> {
  const { contract, settings, events, signal } = cleaning;
  const { cleanupCommand, baseUrl, entityId } = settings;
  if (cleanupCommand === null || effects.length === 0) return;
  const result = await runCommand(cleanupCommand, {
    ...reporting(cleaning, token),
    signal: signal?.aborted === true ? undefined : signal,
    input: `${JSON.stringify({ runId, baseUrl, entityId, effects })}\n`,
  });
  if (result.ok) return;
  const name = settingsOf(contract).wording.name('cleanupCommand');
  events?.onLeft?.(`${name} ${result.problem}: what the run left is listed in its reports, as effects`);
}
