import type { Report } from '../model/report.ts';
import { accessToken, createRedactor } from '../secrets/redaction.ts';
import { settingsOf } from '../settings/definitions.ts';
import { runCommand } from './command.ts';
import { commandDeadlineMs } from './commands.ts';
import type { TargetRun } from './prepare.ts';

/**
 * Gives the operator's command what a run has left at the service. It is run after a signal too, as that is when things are
 * left; its failure is told, and changes no verdict.
 */
export async function cleanUp(
  { contract, settings, environment, events }: TargetRun,
  { run: { id: runId }, effects }: Pick<Report, 'run' | 'effects'>,
  token: string,
): Promise<void> {
  const { cleanupCommand, baseUrl, entityId } = settings;
  if (cleanupCommand === null || effects.length === 0) return;
  const redactor = createRedactor([{ name: accessToken, value: token }]);
  const result = await runCommand(cleanupCommand, {
    environment,
    timeoutMs: commandDeadlineMs,
    input: `${JSON.stringify({ runId, baseUrl, entityId, effects })}\n`,
    onErrorLine: (line) => events?.onCommandError?.(redactor.text(line).text),
  });
  if (result.ok) return;
  const name = settingsOf(contract).wording.name('cleanupCommand');
  events?.onLeft?.(`${name} ${result.problem}: what the run has left is listed in its reports, as effects`);
}
