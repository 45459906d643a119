import type { Exchange } from './model/exchange.ts';
import type { Recording } from './model/recording.ts';
import type { Outcome, RequirementResult, Scope, Summary, Unanswered } from './model/report.ts';
import type { Requirement } from './model/requirement.ts';
import { readExchange } from './target/answer.ts';

const exitCodes = { conforms: 0, deviates: 1, incomplete: 3 } as const satisfies Record<Outcome, number>;

/** Ids named in one reason before the rest is counted. */
const namedIds = 5;

function listed(ids: readonly string[]): string {
  const rest = ids.length - namedIds;
  return ids.slice(0, namedIds).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function counted(count: number, strength: string, phrase: string): string {
  return `${count} ${strength} requirement${count === 1 ? '' : 's'} ${phrase}`;
}

function deviationReasons(results: readonly RequirementResult[], strict: boolean): string[] {
  const strengths = strict ? (['stated', 'shown'] as const) : (['stated'] as const);
  return strengths.flatMap((strength) => {
    const ids = results
      .filter((row) => row.verdict === 'deviates' && row.strength === strength)
      .map(({ id }) => id);
    if (ids.length === 0) return [];
    const under = strength === 'shown' ? ' (gated by --strict)' : '';
    return [
      `${counted(ids.length, strength, ids.length === 1 ? 'deviates' : 'deviate')}${under}: ${listed(ids)}`,
    ];
  });
}

/** Authorised requests that were not answered with success, each with the reason in words. */
export function unansweredOf(exchanges: readonly Exchange[]): readonly Unanswered[] {
  return exchanges
    .filter(({ credentials }) => credentials === 'authorised')
    .map(readExchange)
    .filter(({ standing }) => standing !== 'success')
    .map(({ exchange: { id, response, failure } }) => ({
      exchange: id,
      reason: failure?.message ?? `the service answered ${response?.status} without claiming success`,
    }));
}

function unansweredReasons({ exchanges, unsent }: Recording): string[] {
  const byReason = new Map<string, string[]>();
  for (const { exchange, reason } of unansweredOf(exchanges))
    byReason.set(reason, [...(byReason.get(reason) ?? []), exchange]);
  const failed = [...byReason].map(([reason, ids]) => `${listed(ids)}: ${reason}`);
  const missing = unsent.filter(({ servedBy }) => servedBy === null);
  return [...failed, ...missing.map(({ probe, reason }) => `${probe} was not sent: ${reason}`)];
}

/** Whether the gate asks for a verdict on a requirement: stated, and in what the operator chose. */
export function mustBeExercised({ strength, operation, facet, place }: Requirement, scope: Scope): boolean {
  if (strength !== 'stated' || !scope.operations.includes(operation)) return false;
  if (facet === 'authorization') return scope.unauthorized;
  return scope.conditionsSent || !(operation === 'put' && place?.startsWith('/data/conditions/*') === true);
}

function openReasons(results: readonly RequirementResult[], { header }: Recording): string[] {
  const open = results.filter((row) => row.verdict === 'not-exercised' && mustBeExercised(row, header.scope));
  if (open.length === 0) return [];
  const phrase = `in scope ${open.length === 1 ? 'was' : 'were'} not exercised`;
  return [`${counted(open.length, 'stated', phrase)}: ${listed(open.map(({ id }) => id))}`];
}

function incompleteReasons(results: readonly RequirementResult[], recording: Recording): string[] {
  return [
    ...(recording.cut ? ['the run was cut before its plan was carried out'] : []),
    ...recording.header.gaps.map(({ operation, reason }) => `${operation} was not exercised: ${reason}`),
    ...unansweredReasons(recording),
    ...openReasons(results, recording),
  ];
}

const conforming = 'every stated requirement in scope was exercised and none deviates';

function shownReason(results: readonly RequirementResult[]): string[] {
  const count = results.filter((row) => row.verdict === 'deviates' && row.strength === 'shown').length;
  return count === 0
    ? []
    : [`${counted(count, 'shown', count === 1 ? 'deviates' : 'deviate')}, which fails only under --strict`];
}

/** The outcome of a run and why; the decisive reason comes first. Silence is never green. */
export function decide(
  results: readonly RequirementResult[],
  recording: Recording,
): Pick<Summary, 'outcome' | 'exitCode' | 'reasons'> {
  const deviations = deviationReasons(results, recording.header.options.strict);
  const gaps = incompleteReasons(results, recording);
  const outcome: Outcome = deviations.length > 0 ? 'deviates' : gaps.length > 0 ? 'incomplete' : 'conforms';
  const reasons = outcome === 'conforms' ? [conforming, ...shownReason(results)] : [...deviations, ...gaps];
  return { outcome, exitCode: exitCodes[outcome], reasons };
}
