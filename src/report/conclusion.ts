import type { Conclusion, RequirementResult, ServiceProblem, Summary } from '../../schemas/types.ts';
import { statusOf } from '../model/exchange.ts';
import { groupBy } from '../model/group-by.ts';
import { capital } from '../text/capital.ts';
import { countWord, joined } from '../text/plural.ts';
import { actionOf, comesAndGoes, retryMayHelp } from './acting.ts';
import { actsOf, openActs } from './acts.ts';
import type { Basis } from './basis.ts';
import { servedWords } from './diagnosis/mistakes.ts';
import { isAfterFailure, isProtectionUnknown, methodsOf, protectionWords } from './gaps.ts';
import { contradicted, exitCodes, failing } from './gate.ts';
import { countsIn, scopeWordsOf } from './scope.ts';
import { hostOf, situations } from './situation.ts';

/** The conclusion is made once, from the report's other parts and the situation: nothing reads a sentence back. */

function plural(count: number, noun: string): string {
  return `${countWord(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** What is said first of a service that serves whoever asks. */
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
  const declared = contradicted(basis).length;
  const contradicts = declared === 0 ? [] : [`contradicts ${plural(declared, 'declared answer')}`];
  const subject = capital(scopeWordsOf(basis).subject);
  if (others.length === 0 && told.length === 0) return `The service ${contradicts.join()}`;
  const clients =
    told.length === 0
      ? [`The clients do not conform: ${wrong}`]
      : [
          `${subject} does not conform: ${told.join('; ')}`,
          ...(requests === 0 ? [] : [`its clients do not conform either: ${wrong}`]),
        ];
  return [...clients, ...contradicts.map((text) => `the service ${text}`)].join('; ');
}

/** What is accepted for now, and what only differs from the document's examples, or from advice. */
function exceptWords(basis: Basis): string {
  const waived = basis.requirements.filter(({ verdict }) => verdict === 'waived').length;
  const accepted = `, except for ${plural(waived, 'deviation')} that ${waived === 1 ? 'is' : 'are'} accepted for now`;
  return `${waived === 0 ? '' : accepted}${minorWords(basis)}`;
}

function minorWords(basis: Basis): string {
  const count = basis.problems.length - failing(basis).length;
  if (count === 0) return '';
  return `; ${plural(count, 'minor problem')} in what the document only suggests`;
}

/** `the DELETE could not be checked`. */
function notJudged({ requirements, operations, run, traffic, obstacles }: Basis): string {
  const [obstacle] = obstacles;
  if (obstacle !== undefined) return obstacle.verdict;
  if (traffic !== undefined) return 'not everything was checked that was to be';
  const isChecked = (operation: string) =>
    requirements.some((one) => one.operation === operation && one.verdict !== 'not-exercised');
  const open = operations.filter(({ name }) => run.scope.operations.includes(name) && !isChecked(name));
  const methods = joined(open.map(({ method }) => method));
  return `${open.length === 0 ? 'not everything could' : `the ${methods} could not`} be checked`;
}

/** `; the traffic has no PUT`: operations in scope that do not occur in traffic. */
function absentWords({ operations, run, traffic }: Basis): string {
  const seen = new Set(
    traffic?.operations.flatMap(({ operation, exchanges }) => (exchanges > 0 ? operation : [])),
  );
  const absent = operations.filter(({ name }) => run.scope.operations.includes(name) && !seen.has(name));
  const isPart = seen.size > 0 && absent.length > 0;
  return isPart ? `; the traffic has no ${joined(absent.map(({ method }) => method))}` : '';
}

/** What is said of the situation, where it alone decides; else what could not be checked, and what was. */
function openVerdict(basis: Basis): string {
  const { run, traffic, situation, requirements } = basis;
  const statuses = new Set(basis.exchanges.flatMap((one) => statusOf(one) ?? []));
  const told = situations[situation].verdict
    ?.replace('{host}', () => hostOf(basis))
    .replace('{statuses}', joined([...statuses].map(String)));
  if (told !== undefined && !run.cut) return told;
  const verdicts = new Set(requirements.map(({ verdict }) => verdict));
  if (verdicts.has('conforms'))
    return `${capital(notJudged(basis))}; what was checked conforms${exceptWords(basis)}${scopeWordsOf(basis).leftOut}`;
  if (verdicts.has('waived')) return 'Nothing conforms: what was checked is accepted by waivers';
  if (!run.cut && traffic === undefined) return 'Nothing could be checked';
  return `${capital(notJudged(basis))}; nothing was checked`;
}

function verdictOf(basis: Basis): string {
  const { outcome, waivers, traffic, situation } = basis;
  const { subject, leftOut: others } = scopeWordsOf(basis);
  const leftOut = `${absentWords(basis)}${others}`;
  switch (outcome) {
    case 'deviates': {
      if (situation === 'other-api')
        return `The service at ${hostOf(basis)} is probably another one: no response has the members of the document`;
      const open = openActs(basis).length > 0 ? `; ${notJudged(basis)}` : '';
      return `${deviatingVerdict(basis)}${minorWords(basis)}${open}${leftOut}`;
    }
    case 'incomplete':
      return openVerdict(basis);
    case 'stale-waivers': {
      const stale = waivers.filter(({ state }) => state === 'stale').length;
      const fails = `${plural(stale, 'waiver')} ${stale === 1 ? 'is' : 'are'} no longer needed, which fails the run`;
      return `${capital(subject)} conforms${exceptWords(basis)}; ${fails}${leftOut}`;
    }
    case 'conforms': {
      const ofTraffic = `what the traffic shows${others === '' ? '' : ` of ${subject}`}`;
      const shown = traffic === undefined ? subject : ofTraffic;
      return `${capital(shown)} conforms${exceptWords(basis)}${leftOut}`;
    }
  }
}

/** Reasons named one by one; of more than one other the requirements are counted. */
const namedReasons = 3;

/** `71 of 148: 43 because no automation rule was set; 28 blocked by deviations`. */
function countedReasons(rows: readonly RequirementResult[], count: number, basis: Basis): string {
  const isFailed = isAfterFailure(basis);
  const why = (row: RequirementResult) => {
    if (isProtectionUnknown(row)) return 'because an unauthorised request got no clear response';
    if (row.because !== undefined)
      return `blocked by ${row.waiver === undefined ? '' : 'accepted '}deviations`;
    return isFailed(row) ? 'blocked by requests that failed' : `because ${row.reason}`;
  };
  const weight = (own: readonly RequirementResult[]) =>
    own.some(isProtectionUnknown) ? Number.POSITIVE_INFINITY : own.length;
  const groups = [...groupBy(rows, why)].sort(([, left], [, right]) => weight(right) - weight(left));
  const [only, ...more] = groups;
  if (only !== undefined && more.length === 0) return `${rows.length} of ${count} ${only[0]}`;
  const most = groups.length > namedReasons + 1 ? namedReasons : groups.length;
  const left = groups.slice(most).flatMap(([, own]) => own).length;
  const named = groups.slice(0, most).map(([words, own]) => `${own.length} ${words}`);
  const others = left === 0 ? [] : [`${left} for other reasons`];
  return `${rows.length} of ${count}: ${[...named, ...others].join('; ')}`;
}

/** What is not known to be protected comes first. */
function notCheckedOf(basis: Basis): string | null {
  const isCounted = countsIn(basis);
  const count = basis.requirements.filter(isCounted).length;
  const open = basis.gaps.flatMap((gap) => gap.rows);
  const rows = open.filter(isCounted);
  const others = open.length - rows.length;
  const texts = [
    ...(basis.traffic === undefined ? protectionWords(rows, basis) : []),
    ...(rows.length === count ? [`all ${count} requirements`] : []),
    ...(rows.length > 0 && rows.length < count ? [countedReasons(rows, count, basis)] : []),
    ...(others === 0 ? [] : [`${others} not in scope`]),
  ];
  return texts.length === 0 ? null : capital(texts.join('; '));
}

/** What follows from the parts of a report, a pure function of them. Nothing is compared with it yet. */
export function concluded(basis: Basis): {
  readonly summary: Pick<Summary, 'outcome' | 'exitCode' | 'reasons' | 'actor' | 'retryMayHelp'>;
  readonly conclusion: Conclusion;
} {
  const { outcome } = basis;
  const verdict = verdictOf(basis);
  const acts = actsOf(basis);
  const action = actionOf(basis);
  const told = acts.map(({ sentence }) => sentence);
  const reasons = outcome === 'conforms' || told.length === 0 ? [verdict, ...told] : told;
  const { actor } = action;
  return {
    summary: { outcome, exitCode: exitCodes[outcome], reasons, actor, retryMayHelp: retryMayHelp(basis) },
    conclusion: { verdict, acts, ...action, changed: null, notChecked: notCheckedOf(basis) },
  };
}
