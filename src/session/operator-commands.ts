import { type Problem, tokenProblem, withoutFinalLineBreaks } from '../config.ts';
import { runCommand } from '../target/command.ts';
import { identifierProblem } from '../target/identifiers.ts';
import type { Session } from './session.ts';

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

/** The access token; a command that gives none is a problem of the configuration. */
export async function tokenOf({
  settings,
  environment,
}: TokenNeeds): Promise<{ readonly token: string } | Problem> {
  const { token } = settings;
  if (token.kind === 'value') return { token: token.value };
  const result = await runCommand(token.command, { environment, timeoutMs: commandDeadlineMs });
  const output = result.ok ? withoutFinalLineBreaks(result.output) : '';
  const problem = result.ok ? tokenProblem(output) : result.problem;
  if (problem === null) return { token: output };
  return {
    setting: 'CONFORMANCE_ACCESS_TOKEN_COMMAND',
    message: result.ok ? `printed something that ${problem}` : problem,
    example: 'CONFORMANCE_ACCESS_TOKEN_COMMAND="cat /run/secrets/token"',
  };
}

/** The named rules, or the one that a command makes; its failure leaves the DELETE open and the PUT untouched. */
export async function rulesOf({ settings, environment }: Session): Promise<Rules> {
  const { rule, operations } = settings;
  if (rule === null || !operations.includes('delete')) return { ruleIds: [], noRule: noRuleNamed };
  if (rule.kind === 'ids') return { ruleIds: rule.ids, noRule: '' };
  const result = await runCommand(rule.command, { environment, timeoutMs: commandDeadlineMs });
  if (!result.ok) return { ruleIds: [], noRule: `CONFORMANCE_RULE_COMMAND ${result.problem}` };
  const id = result.output.trim();
  const problem = identifierProblem(id);
  if (problem !== null)
    return { ruleIds: [], noRule: `CONFORMANCE_RULE_COMMAND printed an id that ${problem}` };
  return { ruleIds: [id], noRule: '' };
}
