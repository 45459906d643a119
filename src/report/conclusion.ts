import type { RecordingHeader, Report, ServiceProblem, Summary } from '../../schemas/types.ts';
import type { Judgement } from '../judge/judge.ts';
import { statusOf } from '../model/exchange.ts';
import { capital } from '../text/capital.ts';
import { countWord, joined } from '../text/plural.ts';
import { actionOf, comesAndGoes, retryMayHelp } from './acting.ts';
import { actsOf, interrupted, openActs } from './causes.ts';
import { servedWords } from './diagnosis/mistakes.ts';
import { contradicted, failing } from './gate.ts';
import { problemsOf } from './problems.ts';
import { type Gap, gapsOf, isProtectionUnknown, methodsOf, protectionSentence } from './protection.ts';
import type { RefusalActs } from './refused/refused.ts';
import { countsIn, scopeWordsOf } from './scope.ts';
import { hostOf, type Situation, situationOf, situations } from './situation.ts';
import { trafficGaps } from './traffic-reasons.ts';

/**
 * The conclusion is made once, from the report's other parts and the situation: nothing reads a sentence back. A
 * result carries the keywords that decided it (`check`), evidence the only value that would conform (`wanted`).
 */

/** What is concluded; here, so that it has its place among the members of a report before it is known. */
export const unconcluded = { conclusion: null, problems: null, change: null };

/** A report without its conclusion. */
export type Unconcluded = Omit<Report, 'summary' | keyof typeof unconcluded> & {
  readonly [Name in keyof typeof unconcluded]?: unknown;
} & {
  readonly summary: Omit<Summary, 'actor' | 'retryMayHelp' | 'reasons'>;
};

/** What a conclusion rests on beside the report: what could not be planned, and who acts on refused requests. */
type Beside = Pick<Judgement, 'isSamePage'> &
  Pick<RecordingHeader, 'gaps'> & { readonly refusals: RefusalActs };

/** A report with its problems, what kind of run it was, and what was not checked, by reason. */
export type Basis = Unconcluded &
  Pick<Report, 'problems'> &
  Beside & { readonly situation: Situation; readonly open: readonly Gap[] };

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
  const declared = contradicted(basis.answerFindings, basis.run.options).length;
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
function notJudged({ requirements, operations, run, traffic }: Basis): string {
  if (traffic !== undefined) {
    const [gap] = trafficGaps(traffic, requirements, run.cut);
    return gap?.verdict ?? 'not everything was checked that was to be';
  }
  if (run.cut) return interrupted;
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
  const { summary, waivers, traffic, situation } = basis;
  const { subject, leftOut: others } = scopeWordsOf(basis);
  const leftOut = `${absentWords(basis)}${others}`;
  switch (summary.outcome) {
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

/** Why requirements were not checked, where their own reasons say less. */
const gapWords: Readonly<Partial<Record<Gap['kind'], string>>> = {
  unclear: 'an unauthorised request got no clear response',
  blocked: 'blocked by deviations',
  accepted: 'blocked by accepted deviations',
  failed: 'blocked by requests that failed',
};

/** `71 of 148: 43 because no automation rule was set; 28 blocked by deviations`. */
function openRequirements(basis: Basis, open: readonly Gap[], count: number): string {
  const rows = open.flatMap((gap) => gap.rows);
  const isAll = rows.length === count;
  const unasked = rows.filter((one) => one.facet === 'authorization' && (isAll || !isProtectionUnknown(one)));
  const is = new Set(unasked.map(({ operation }) => operation)).size === 1 ? 'is' : 'are';
  const protection =
    basis.traffic === undefined && unasked.length > 0
      ? `, among them whether ${methodsOf(unasked, basis)} ${is} protected`
      : '';
  if (isAll) return `all ${count} requirements${protection}`;
  const weight = (gap: Gap) => (gap.kind === 'unclear' ? Number.POSITIVE_INFINITY : gap.rows.length);
  const groups = [...open].sort((left, right) => weight(right) - weight(left));
  const words = ({ kind, reason }: Gap) => gapWords[kind] ?? reason;
  const [only, ...more] = groups;
  if (only !== undefined && more.length === 0)
    return `${rows.length} of ${count}${protection}: ${words(only)}`;
  const because = ({ kind }: Gap) => (kind === 'other' || kind === 'unclear' ? 'because ' : '');
  const texts = groups.map((gap) => `${gap.rows.length} ${because(gap)}${words(gap)}`);
  const others = groups.slice(namedReasons).flatMap((gap) => gap.rows).length;
  const named =
    texts.length > namedReasons + 1
      ? [...texts.slice(0, namedReasons), `${others} for other reasons`]
      : texts;
  return `${rows.length} of ${count}${protection}: ${named.join('; ')}`;
}

/** What is not known to be protected comes first. */
function notCheckedOf(basis: Basis): string | null {
  const isCounted = countsIn(basis);
  const count = basis.requirements.filter(isCounted).length;
  const open = basis.open
    .map((gap) => ({ ...gap, rows: gap.rows.filter(isCounted) }))
    .filter(({ rows }) => rows.length > 0);
  const counted = open.flatMap(({ rows }) => rows).length;
  const others = basis.open.flatMap(({ rows }) => rows).length - counted;
  const texts = [
    ...(basis.traffic === undefined && counted < count ? [protectionSentence(basis) ?? []].flat() : []),
    ...(counted === 0 ? [] : [openRequirements(basis, open, count)]),
    ...(others === 0 ? [] : [`${others} not in scope`]),
  ];
  return texts.length === 0 ? null : capital(texts.join('; '));
}

/**
 * What follows from the parts of a report, a pure function of them. Nothing is compared with it yet.
 * @param beside with the exchanges as they were recorded, where those of the report are excerpts
 */
export function concluded(parts: Unconcluded, beside: Beside & Pick<Report, 'exchanges'>): Report {
  const problems = problemsOf({ ...parts, exchanges: beside.exchanges });
  const seen = { ...parts, ...beside, problems };
  const basis = { ...seen, situation: situationOf(seen), open: gapsOf(seen) };
  const verdict = verdictOf(basis);
  const acts = actsOf(basis);
  const action = actionOf(basis);
  const told = acts.map(({ sentence }) => sentence);
  const reasons = parts.summary.exitCode === 0 || told.length === 0 ? [verdict, ...told] : told;
  return {
    ...parts,
    summary: { ...parts.summary, reasons, actor: action.actor, retryMayHelp: retryMayHelp(basis) },
    conclusion: { verdict, acts, ...action, changed: null, notChecked: notCheckedOf(basis) },
    problems,
    change: null,
  };
}
