import type {
  RecordingHeader,
  Report,
  RequirementResult,
  ServiceProblem,
  Summary,
} from '../../schemas/types.ts';
import type { Judgement } from '../judge/judge.ts';
import { capital } from '../text/capital.ts';
import { countWord, joined } from '../text/plural.ts';
import { actionOf, actorOf, comesAndGoes, retryMayHelp, situationVerdict } from './acting.ts';
import { causesOf, openCauses } from './causes.ts';
import { servedWords } from './diagnosis/mistakes.ts';
import { contradicted, failing } from './gate.ts';
import { problemsOf } from './problems.ts';
import { isProtectionUnknown, methodsOf, protectionSentence } from './protection.ts';
import type { RefusalActs } from './refused/refused.ts';
import { countsIn, scopeWordsOf } from './scope.ts';
import { failedWith, serviceFailures } from './service-failures.ts';
import { hostOf, isUnreached, type Situation, situationOf } from './situation.ts';
import { cutReason, trafficOpen } from './traffic-reasons.ts';

/**
 * The conclusion is made once, from the report's other parts and the situation: nothing reads a sentence back. A
 * result carries the keywords that decided it (`check`), evidence the only value that would conform (`wanted`). What
 * is not known to be protected comes before everything else that was not checked; `protection.ts` alone decides that.
 */

/** What is concluded; here, so that it has its place among the members of a report before it is known. */
export const unconcluded = { conclusion: null, problems: null, change: null };

/** A report without its conclusion. */
export type Unconcluded = Omit<Report, 'summary' | keyof typeof unconcluded> & {
  readonly [Name in keyof typeof unconcluded]?: unknown;
} & {
  readonly summary: Omit<Summary, 'actor' | 'retryMayHelp' | 'reasons'>;
};

/** A report with its problems, and what kind of run it was. */
export type Basis = Unconcluded &
  Pick<Report, 'problems'> &
  Pick<Judgement, 'isSamePage'> &
  Pick<RecordingHeader, 'gaps'> & {
    readonly situation: Situation;
    readonly refusals: RefusalActs;
    /** Why not everything was judged, or that it was. */
    readonly judged: readonly string[];
  };

function plural(count: number, noun: string): string {
  return `${countWord(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** What is said first, and the other problems that fail the run. */
function securityWords(basis: Basis): readonly string[] {
  const told = basis.problems.flatMap(({ cause, requirements: ids }) => {
    const rows = basis.requirements.filter(({ id }) => ids.includes(id));
    return servedWords.get(cause ?? '')?.replace('{methods}', methodsOf(rows, basis)) ?? [];
  });
  return [...new Set(told)];
}

/** `two problems in its responses`; of what comes and goes, in how many. */
function inResponses(problems: readonly ServiceProblem[]): string {
  const [first] = problems;
  const all = plural(problems.length, 'problem');
  if (first === undefined || !problems.every(comesAndGoes)) return `${all} in its responses`;
  const { deviates, judged } = first.seen;
  return problems.length === 1
    ? `${all}, in ${deviates} of ${judged} responses`
    : `${all}, each in some responses only`;
}

function deviatingVerdict(basis: Basis): string {
  const others = failing(basis).filter(({ cause }) => !servedWords.has(cause ?? ''));
  const answers = others.filter(({ side }) => side === undefined);
  const requests = others.length - answers.length;
  const told = [...securityWords(basis), ...(answers.length > 0 ? [inResponses(answers)] : [])];
  const wrong = `${plural(requests, 'problem')} in their requests`;
  const contradicts = contradictionWords(basis);
  const subject = capital(scopeWordsOf(basis).subject);
  if (others.length === 0 && told.length === 0) return `The service ${contradicts}`;
  const also = contradicts === '' ? '' : `; the service ${contradicts}`;
  if (told.length === 0) return `The clients do not conform: ${wrong}${also}`;
  const clients = requests === 0 ? '' : `; its clients do not conform either: ${wrong}`;
  return `${subject} does not conform: ${told.join('; ')}${clients}${also}`;
}

/** `contradicts one declared answer`, where that fails the run. */
function contradictionWords({ answerFindings, run }: Basis): string {
  const count = contradicted(answerFindings, run.options).length;
  return count === 0 ? '' : `contradicts ${plural(count, 'declared answer')}`;
}

function waivedWords({ requirements }: Basis): string {
  const waived = requirements.filter(({ verdict }) => verdict === 'waived').length;
  if (waived === 0) return '';
  return `, except for ${plural(waived, 'deviation')} that ${waived === 1 ? 'is' : 'are'} accepted for now`;
}

/** What differs from the document's examples, or from advice, fails nothing without --strict. */
function differsWords(basis: Basis): string {
  const count = basis.problems.length - failing(basis).length;
  if (count === 0) return '';
  return `; ${plural(count, 'minor problem')} in what the document only suggests`;
}

/** `the DELETE could not be checked, because the service failed`. */
function notJudged(basis: Basis): string {
  const { requirements, operations, run, traffic } = basis;
  if (run.cut) return cutReason(traffic !== undefined);
  if (traffic !== undefined) return trafficOpen(traffic);
  const isChecked = (operation: string) =>
    requirements.some((one) => one.operation === operation && one.verdict !== 'not-exercised');
  const open = operations.filter(({ name }) => run.scope.operations.includes(name) && !isChecked(name));
  const subject =
    open.length === 0 ? 'not everything could' : `the ${joined(open.map(({ method }) => method))} could not`;
  return `${subject} be checked${failedWords(basis, open)}`;
}

/** Why, where the same is true of all operations of which nothing was checked. */
function failedWords(basis: Basis, open: readonly { readonly name: string }[]): string {
  const failed = serviceFailures(basis).filter((one) => failedWith(one) !== null);
  const isOf = (name: string) =>
    failed.some(({ operation, credentials }) => operation === name && credentials === 'authorised');
  if (failed.length > 0 && open.every(({ name }) => isOf(name))) return ', because the service failed';
  const { exchanges } = basis;
  const count = exchanges.filter(({ failure }) => failure !== undefined && isUnreached(failure)).length;
  return count === 0 ? '' : `, because ${count} of ${exchanges.length} requests got no connection`;
}

function openVerdict(basis: Basis): string {
  const chosen = basis.operations.filter(({ name }) => basis.run.scope.operations.includes(name));
  const { leftOut } = scopeWordsOf(basis);
  const verdicts = new Set(basis.requirements.map(({ verdict }) => verdict));
  if (!verdicts.has('conforms'))
    return verdicts.has('waived')
      ? 'Nothing conforms: what was checked is accepted by waivers'
      : `Nothing could be checked${failedWords(basis, chosen)}`;
  const conforms = `what was checked conforms${waivedWords(basis)}${differsWords(basis)}`;
  return `${capital(notJudged(basis))}; ${conforms}${leftOut}`;
}

/** `; it has no PUT`: operations in scope that do not occur in traffic. */
function absentWords({ operations, run, traffic }: Basis): string {
  const seen = new Set(
    traffic?.operations.flatMap(({ operation, exchanges }) => (exchanges > 0 ? operation : [])),
  );
  const absent = operations.filter(({ name }) => run.scope.operations.includes(name) && !seen.has(name));
  const isPart = traffic !== undefined && seen.size > 0 && absent.length > 0;
  return isPart ? `; the traffic has no ${joined(absent.map(({ method }) => method))}` : '';
}

function verdictOf(basis: Basis): string {
  const { summary, waivers, run, traffic, situation } = basis;
  const { subject, leftOut: others } = scopeWordsOf(basis);
  const leftOut = `${absentWords(basis)}${others}`;
  if (situation === 'other-api' && summary.outcome === 'deviates')
    return `The service at ${hostOf(basis)} is probably another one: no response has the members of the document`;
  switch (summary.outcome) {
    case 'deviates':
      return (
        [
          `${deviatingVerdict(basis)}${differsWords(basis)}`,
          ...(openCauses(basis).length > 0 ? [notJudged(basis)] : []),
        ].join('; ') + leftOut
      );
    case 'incomplete':
      if (traffic?.exchanges === 0 && !run.cut)
        return 'The traffic has no request for an operation of the document; nothing was checked';
      if (traffic !== undefined) return openVerdict(basis);
      return run.cut ? capital(cutReason(false)) : (situationVerdict(basis) ?? openVerdict(basis));
    case 'stale-waivers': {
      const stale = waivers.filter(({ state }) => state === 'stale').length;
      const fails = `${plural(stale, 'waiver')} ${stale === 1 ? 'is' : 'are'} no longer needed, which fails the run`;
      return `${capital(subject)} conforms${waivedWords(basis)}; ${fails}${leftOut}`;
    }
    case 'conforms': {
      const ofTraffic = `what the traffic shows${others === '' ? '' : ` of ${subject}`}`;
      const shown = traffic === undefined ? subject : ofTraffic;
      return `${capital(shown)} conforms${waivedWords(basis)}${differsWords(basis)}${leftOut}`;
    }
  }
}

/** Reasons named one by one; of more than one other the requirements are counted. */
const namedReasons = 3;

const blocked = 'blocked by ';

const unclearResponse = 'an unauthorised request got no clear response';

/** Whether a refusal without a valid token proves nothing, as the request with the token failed too. */
function isUnproven(
  { exchanges, unanswered, traffic }: Basis,
  { operation, facet }: RequirementResult,
): boolean {
  if (traffic !== undefined || (facet !== 'authorization' && facet !== 'made-up-token')) return false;
  const failed = new Set(unanswered.map(({ exchange }) => exchange));
  return exchanges.some((one) => one.operation === operation && failed.has(one.id));
}

function openReason(basis: Basis, requirement: RequirementResult): string {
  const { because, waiver, reason = 'no reason was recorded' } = requirement;
  if (isProtectionUnknown(requirement)) return unclearResponse;
  if (because !== undefined)
    return `${blocked}${waiver === undefined ? 'deviations' : 'accepted deviations'}`;
  const isBlocked = basis.unanswered.some((failed) => failed.reason === reason);
  return isBlocked || isUnproven(basis, requirement) ? `${blocked}requests that failed` : reason;
}

/** `, among them whether the PUT and the DELETE are protected`. */
function protectedWords(rows: readonly RequirementResult[], basis: Basis): string {
  const is = new Set(rows.map(({ operation }) => operation)).size === 1 ? 'is' : 'are';
  return `, among them whether ${methodsOf(rows, basis)} ${is} protected`;
}

/** `71 of 148: 43 because no automation rule was set; 28 blocked by deviations`. */
function openRequirements(basis: Basis, open: readonly RequirementResult[]): string {
  const count = basis.requirements.filter(countsIn(basis)).length;
  const unknown = open.filter((one) => one.facet === 'authorization' && !isProtectionUnknown(one));
  const unasked = open.length === count ? open.filter(({ facet }) => facet === 'authorization') : unknown;
  const protection = basis.traffic === undefined && unasked.length > 0 ? protectedWords(unasked, basis) : '';
  if (open.length === count) return `all ${count} requirements${protection}`;
  const all = `${open.length} of ${count}${protection}`;
  const byReason = new Map<string, number>();
  for (const requirement of open) {
    const reason = openReason(basis, requirement);
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
  }
  const weight = ([reason, rows]: readonly [string, number]) =>
    reason === unclearResponse ? Number.POSITIVE_INFINITY : rows;
  const groups = [...byReason].sort((left, right) => weight(right) - weight(left));
  if (groups.length === 1) return `${all}: ${groups[0]?.[0]}`;
  const texts = groups.map(
    ([reason, rows]) => `${rows}${reason.startsWith(blocked) ? '' : ' because'} ${reason}`,
  );
  const others = groups.slice(namedReasons);
  if (others.length < 2) return `${all}: ${texts.join('; ')}`;
  const rest = others.reduce((sum, [, rows]) => sum + rows, 0);
  return `${all}: ${[...texts.slice(0, namedReasons), `${rest} for other reasons`].join('; ')}`;
}

/** What is not known to be protected comes first. */
function notCheckedOf(basis: Basis): string | null {
  const isCounted = countsIn(basis);
  const all = basis.requirements.filter(({ verdict }) => verdict === 'not-exercised');
  const open = all.filter(isCounted);
  const others = all.length - open.length;
  const isNothing = open.length === basis.requirements.filter(isCounted).length;
  const texts = [
    (basis.traffic === undefined && !isNothing ? protectionSentence(basis) : null) ?? [],
    open.length === 0 ? [] : openRequirements(basis, open),
    others === 0 ? [] : `${others} not in scope`,
  ].flat();
  return texts.length === 0 ? null : capital(texts.join('; '));
}

type BesideReport = Pick<Report, 'exchanges'> &
  Pick<Judgement, 'isSamePage'> &
  Pick<RecordingHeader, 'gaps'> &
  Pick<Basis, 'refusals' | 'judged'>;

/**
 * What follows from the parts of a report, each a pure function of them. Nothing is compared with it yet.
 * @param seen the exchanges as they were recorded, where those of the report are excerpts, what was judged of all,
 *   what could not be planned, and who acts on refused requests
 */
export function concluded(
  parts: Unconcluded,
  { exchanges, isSamePage, gaps, refusals, judged }: BesideReport = {
    exchanges: parts.exchanges,
    isSamePage: false,
    gaps: [],
    refusals: new Map(),
    judged: [],
  },
): Report {
  const problems = problemsOf({ ...parts, exchanges });
  const seen = { ...parts, problems, isSamePage, gaps, refusals, judged };
  const basis = { ...seen, situation: situationOf(seen) };
  const { reasons, ...causes } = causesOf(basis);
  return {
    ...parts,
    summary: { ...parts.summary, reasons, actor: actorOf(basis), retryMayHelp: retryMayHelp(basis) },
    conclusion: {
      verdict: verdictOf(basis),
      ...causes,
      ...actionOf(basis),
      changed: null,
      notChecked: notCheckedOf(basis),
    },
    problems,
    change: null,
  };
}
