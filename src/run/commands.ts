import { type Problem, type TargetSettings, tokenProblem, withoutFinalLineBreaks } from '../config.ts';
import { runCommand } from '../target/command.ts';
import { identifierProblem } from '../target/identifiers.ts';
import { accessToken, createRedactor } from '../target/redaction.ts';
import type { Run } from './run.ts';

/** An operator's command may take so long, milliseconds. */
const commandDeadlineMs = 60_000;

/** The rules that may be deleted. */
export interface Rules {
  readonly ids: readonly string[];
  /** Why there is none. */
  readonly reason: string;
}

export const noRuleNamed =
  'no automation rule was named (CONFORMANCE_AUTOMATION_RULE_ID, or CONFORMANCE_RULE_COMMAND)';

interface TokenNeeds extends Pick<Run, 'environment' | 'contract'> {
  readonly settings: Pick<TargetSettings, 'token'>;
}

/** The access token; a command that gives none, or is ended by the signal, is a problem of the configuration. */
export async function tokenOf(
  { contract, settings, environment }: TokenNeeds,
  signal?: AbortSignal,
): Promise<{ readonly token: string } | Problem> {
  const { token } = settings;
  if (token.kind === 'value') return { token: token.value };
  const result = await runCommand(token.command, { environment, timeoutMs: commandDeadlineMs, signal });
  const output = result.ok ? withoutFinalLineBreaks(result.output) : '';
  const problem = result.ok ? tokenProblem(output, contract) : result.problem;
  if (problem === null) return { token: output };
  return {
    setting: 'CONFORMANCE_ACCESS_TOKEN_COMMAND',
    message: result.ok ? `printed something that ${problem}` : problem,
    example: 'CONFORMANCE_ACCESS_TOKEN_COMMAND="cat /run/secrets/token"',
  };
}

/**
 * The named rules, or the one that a command makes; its failure leaves the DELETE open and the PUT untouched. What it
 * says on standard error is told line by line, the access token masked. A command that the signal ended is a problem.
 */
export async function rulesOf(
  {
    settings,
    environment,
    events,
    signal,
  }: Pick<Run, 'environment' | 'events' | 'signal'> & {
    readonly settings: TargetSettings;
  },
  token: string,
): Promise<Rules | Problem> {
  const { rule, operations } = settings;
  if (rule === null || !operations.includes('delete')) return { ids: [], reason: noRuleNamed };
  if (rule.kind === 'ids') return { ids: rule.ids, reason: '' };
  const redactor = createRedactor([{ name: accessToken, value: token }]);
  const result = await runCommand(rule.command, {
    environment,
    timeoutMs: commandDeadlineMs,
    onErrorLine: (line) => events?.onCommandError?.(redactor.text(line).text),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!result.ok && signal?.aborted === true) {
    const setting = 'CONFORMANCE_RULE_COMMAND';
    return { setting, message: result.problem, example: `${setting}="./make-rule.sh"` };
  }
  if (!result.ok) return { ids: [], reason: `CONFORMANCE_RULE_COMMAND ${result.problem}` };
  const id = result.output.trim();
  const isToken = redactor.contains(id).length > 0;
  const problem = isToken ? 'holds the access token' : identifierProblem(id);
  if (problem !== null) return { ids: [], reason: `CONFORMANCE_RULE_COMMAND printed an id that ${problem}` };
  return { ids: [id], reason: '' };
}
