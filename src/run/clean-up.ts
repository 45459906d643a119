import type { Report } from '../model/report.ts';
import { accessToken, createRedactor } from '../secrets/redaction.ts';
import { settingsOf } from '../settings/definitions.ts';
import { runCommand } from './command.ts';
import { commandDeadlineMs } from './commands.ts';
import type { TargetRun } from './prepare.ts';

/**
 * Runs the operator's command, which reads what a run left at the service. It runs after a signal too, as then most is
 * left; a signal that comes while it runs ends it. If it fails, a message says so; the verdict stays.
 */
export async function cleanUp(
  { contract, settings, environment, events, signal }: TargetRun,
  { run: { id: runId }, effects }: Pick<Report, 'run' | 'effects'>,
  token: string,
): Promise<void> {
  const { cleanupCommand, baseUrl, entityId } = settings;
  if (cleanupCommand === null || effects.length === 0) return;
  const redactor = createRedactor([{ name: accessToken, value: token }]);
  const result = await runCommand(cleanupCommand, {
    environment,
    timeoutMs: commandDeadlineMs,
    signal: signal?.aborted === true ? undefined : signal,
    input: `${JSON.stringify({ runId, baseUrl, entityId, effects })}\n`,
    onErrorLine: (line) => events?.onCommandError?.(redactor.text(line).text),
  });
  if (result.ok) return;
  const name = settingsOf(contract).wording.name('cleanupCommand');
  events?.onLeft?.(`${name} ${result.problem}: what the run left is listed in its reports, as effects`);
}
