import { type Problem, tokenProblem, withoutFinalLineBreaks } from '../config.ts';
import { runCommand } from '../target/command.ts';
import { identifierProblem } from '../target/identifiers.ts';
import { accessToken, createRedactor } from '../target/redaction.ts';
import type { Session, SessionEvents } from './session.ts';

/** An operator's command may take so long, milliseconds. */
const commandDeadlineMs = 60_000;

/** The rules that may be deleted. */
export interface Rules {
  readonly ruleIds: readonly string[];
  /** Why there is none. */
  readonly noRule: string;
}

export const noRuleNamed =
  'no automation rule was named (CONFORMANCE_AUTOMATION_RULE_ID, or CONFORMANCE_RULE_COMMAND)';

interface TokenNeeds extends Pick<Session, 'environment'> {
  readonly settings: Pick<Session['settings'], 'token'>;
}

/** The access token; a command that gives none, or is ended by the signal, is a problem of the configuration. */
export async function tokenOf(
  { settings, environment }: TokenNeeds,
  signal?: AbortSignal,
): Promise<{ readonly token: string } | Problem> {
  const { token } = settings;
  if (token.kind === 'value') return { token: token.value };
  const result = await runCommand(token.command, { environment, timeoutMs: commandDeadlineMs, signal });
  const output = result.ok ? withoutFinalLineBreaks(result.output) : '';
  const problem = result.ok ? tokenProblem(output) : result.problem;
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
  { settings, environment }: Session,
  token: string,
  { onCommandError }: SessionEvents,
  signal?: AbortSignal,
): Promise<Rules | Problem> {
  const { rule, operations } = settings;
  if (rule === null || !operations.includes('delete')) return { ruleIds: [], noRule: noRuleNamed };
  if (rule.kind === 'ids') return { ruleIds: rule.ids, noRule: '' };
  const redactor = createRedactor([{ name: accessToken, value: token }]);
  const result = await runCommand(rule.command, {
    environment,
    timeoutMs: commandDeadlineMs,
    onErrorLine: (line) => onCommandError?.(redactor.text(line).text),
    signal,
  });
  if (!result.ok && signal?.aborted === true) {
    const setting = 'CONFORMANCE_RULE_COMMAND';
    return { setting, message: result.problem, example: `${setting}="./make-rule.sh"` };
  }
  if (!result.ok) return { ruleIds: [], noRule: `CONFORMANCE_RULE_COMMAND ${result.problem}` };
  const id = result.output.trim();
  const isToken = redactor.contains(id).length > 0;
  const problem = isToken ? 'holds the access token' : identifierProblem(id);
  if (problem !== null)
    return { ruleIds: [], noRule: `CONFORMANCE_RULE_COMMAND printed an id that ${problem}` };
  return { ruleIds: [id], noRule: '' };
}
