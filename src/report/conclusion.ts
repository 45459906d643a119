import type { Conclusion, ServiceProblem } from '../model/conclusion.ts';
import type { RequirementResult } from '../model/report.ts';
import { capital } from '../text/capital.ts';
import { countWord, joined } from '../text/plural.ts';
import { actionOf, comesAndGoes, failing, hostOf, situationVerdict } from './acting.ts';
import { type Basis, why } from './causes.ts';
import { isProtectionUnknown, methodsOf, protectionSentence } from './protection.ts';
import { type Situation, situationOf } from './situation.ts';
import { cutReason, trafficOpen } from './traffic-reasons.ts';

function plural(count: number, noun: string): string {
  return `${count === 1 ? 'one' : countWord(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** What is said first, by its cause. @param methods `PUT`, `PUT and DELETE` */
const security: ReadonlyMap<string, (methods: string) => string> = new Map([
  ['no-credentials-needed', (methods: string) => `it serves ${methods} requests without credentials`],
  [
    'refused-with-a-record',
    (methods: string) => `it gives the record to ${methods} requests without credentials`,
  ],
  ['any-token', (methods: string) => `it accepts any token for ${methods}`],
  [
    'any-token-gets-a-record',
    (methods: string) => `it gives the record to ${methods} requests with any token`,
  ],
]);

function rowsOf(
  { requirements: ids }: ServiceProblem,
  { requirements }: Basis,
): readonly RequirementResult[] {
  return requirements.filter(({ id }) => ids.includes(id));
}

function securityWords(basis: Basis): readonly string[] {
  const told = basis.problems.flatMap(
    (problem) => security.get(problem.cause ?? '')?.(methodsOf(rowsOf(problem, basis), basis)) ?? [],
  );
  return [...new Set(told)];
}

/** `two mistakes in its answers`; of what comes and goes, in how many. */
function mistakes(problems: readonly ServiceProblem[]): string {
  const [first] = problems;
  const all = plural(problems.length, 'mistake');
  if (first === undefined || !problems.every(comesAndGoes)) return `${all} in its answers`;
  const { deviates, judged } = first.seen;
  return problems.length === 1
    ? `${all}, in ${deviates} of ${judged} answers`
    : `${all}, each in some answers only`;
}

function deviatingVerdict(basis: Basis): string {
  const grave = securityWords(basis);
  const others = failing(basis).filter(({ cause }) => !security.has(cause ?? ''));
  const answers = others.filter(({ side }) => side === undefined);
  const requests = others.length - answers.length;
  const told = [...grave, ...(answers.length > 0 ? [mistakes(answers)] : [])];
  const wrong = `${plural(requests, 'mistake')} in their requests`;
  if (told.length === 0) return `The clients do not conform: ${wrong}${differsWords(basis)}`;
  const clients = requests === 0 ? '' : `; its clients do not either: ${wrong}`;
  return `The service does not conform: ${told.join('; ')}${clients}${differsWords(basis)}`;
}

function waivedWords({ requirements }: Basis): string {
  const waived = requirements.filter(({ verdict }) => verdict === 'waived').length;
  return waived === 0
    ? ''
    : `, but for ${plural(waived, 'deviation')} that ${waived === 1 ? 'is' : 'are'} accepted for now`;
}

/** What differs from the document's examples fails nothing without --strict. */
function differsWords(basis: Basis): string {
  const count = basis.problems.length - failing(basis).length;
  const one = count === 1;
  return count === 0
    ? ''
    : `; ${plural(count, 'thing')} ${one ? 'differs' : 'differ'} from what is seen only in the document's example`;
}

function openOperations({ requirements, operations, run }: Basis): readonly string[] {
  const { scope } = run;
  return operations
    .filter(({ name }) => scope.operations.includes(name))
    .filter(({ name }) => {
      const own = requirements.filter(({ operation }) => operation === name);
      return own.every(({ verdict }) => verdict === 'not-exercised');
    })
    .map(({ method }) => method);
}

function openVerdict(basis: Basis, situation: Situation): string {
  const told = situationVerdict(basis, situation);
  if (told !== null) return told;
  const verdicts = new Set(basis.requirements.map(({ verdict }) => verdict));
  if (!verdicts.has('conforms'))
    return verdicts.has('waived')
      ? 'Nothing conforms: what was checked is accepted by waivers'
      : 'Nothing could be checked';
  const open = openOperations(basis);
  const subject = open.length === 0 ? 'Not everything could' : `The ${joined(open)} could not`;
  return `${subject} be checked; what was checked conforms${waivedWords(basis)}${differsWords(basis)}`;
}

function verdictOf(basis: Basis, situation: Situation): string {
  const { summary, waivers, run, traffic } = basis;
  if (situation === 'other-api' && summary.outcome === 'deviates')
    return `What answers at ${hostOf(basis)} is probably another service: no answer has the members of the document`;
  switch (summary.outcome) {
    case 'deviates':
      return deviatingVerdict(basis);
    case 'incomplete':
      if (traffic !== undefined) return trafficOpen(traffic, run.cut);
      return run.cut ? capital(cutReason(false)) : openVerdict(basis, situation);
    case 'stale-waivers': {
      const stale = waivers.filter(({ state }) => state === 'stale').length;
      return `The service conforms${waivedWords(basis)}; ${plural(stale, 'waiver')} ${stale === 1 ? 'is' : 'are'} to be removed`;
    }
    case 'conforms':
      if (traffic !== undefined)
        return `What the traffic shows conforms${waivedWords(basis)}${differsWords(basis)}`;
      return `The service conforms${waivedWords(basis)}${differsWords(basis)}`;
  }
}

/** Reasons named one by one; the rest is counted. */
const namedReasons = 3;

const unclearResponse = 'an unauthorised request was neither refused nor served';

function openReason({ unanswered }: Basis, requirement: RequirementResult): string {
  const { because, waiver, reason = 'no reason was recorded' } = requirement;
  if (isProtectionUnknown(requirement)) return unclearResponse;
  if (because !== undefined)
    return waiver === undefined ? 'because of what deviates' : 'because of what a waiver accepts';
  return unanswered.some((failed) => failed.reason === reason) ? 'requests failed' : reason;
}

/** What is not known to be protected comes first. */
function notCheckedOf(basis: Basis): string | null {
  const all = openRequirements(basis);
  const unprotected = basis.traffic === undefined ? protectionSentence(basis) : null;
  if (all === null) return null;
  return capital(unprotected === null ? all : `${unprotected}; ${all}`);
}

/** `71 of 148 requirements; 43: no automation rule was named; 28: because of what deviates`. */
function openRequirements(basis: Basis): string | null {
  const { requirements } = basis;
  const open = requirements.filter(({ verdict }) => verdict === 'not-exercised');
  if (open.length === 0) return null;
  if (open.length === requirements.length) return `all ${open.length} requirements`;
  const byReason = new Map<string, number>();
  for (const requirement of open) {
    const reason = openReason(basis, requirement);
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
  }
  const weight = ([reason, count]: readonly [string, number]) =>
    reason === unclearResponse ? Number.POSITIVE_INFINITY : count;
  const groups = [...byReason].sort((left, right) => weight(right) - weight(left));
  const all = `${open.length} of ${requirements.length} requirements`;
  const [first] = groups;
  if (groups.length === 1 && first !== undefined) return `${all}: ${first[0]}`;
  const told = groups.slice(0, namedReasons).map(([reason, count]) => `${count}: ${reason}`);
  const rest = groups.slice(namedReasons).reduce((sum, [, count]) => sum + count, 0);
  return [all, ...told, ...(rest > 0 ? [`${rest}: other reasons`] : [])].join('; ');
}

/** What a report says first. */
export function conclusionOf(basis: Basis): Conclusion {
  const situation = situationOf(basis);
  return {
    verdict: verdictOf(basis, situation),
    why: why(basis, situation),
    ...actionOf(basis, situation),
    changed: null,
    notChecked: notCheckedOf(basis),
  };
}
