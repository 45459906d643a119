import type { Actor, Conclusion, Problem } from '../model/conclusion.ts';
import type { RequirementResult } from '../model/report.ts';
import { expiresSoon, type WaiverResult } from '../model/waiver.ts';
import { type Basis, why } from './causes.ts';
import { countWord, joined } from './diagnosis/rule.ts';
import { type Situation, situationOf } from './situation.ts';
import { trafficAct, trafficNext, trafficOpen } from './traffic-reasons.ts';

/** Situations that say nothing about the service that was meant, whatever deviates. */
const elsewhere: ReadonlySet<Situation> = new Set(['other-api', 'same-page', 'not-found', 'gateway']);

/** Who has to act. */
export function actorOf(basis: Basis): Actor {
  const { outcome } = basis.summary;
  if (elsewhere.has(situationOf(basis)) || outcome === 'incomplete') return 'operator';
  if (outcome === 'stale-waivers') return 'waiver-owner';
  if (outcome !== 'deviates') return 'nobody';
  const all = failing(basis);
  return all.length > 0 && all.every(({ side }) => side === 'request') ? 'client' : 'service';
}

/** Whether the same run may come out otherwise though nothing is changed: an answer did not arrive, or came and went. */
export function retryMayHelp(basis: Basis): boolean {
  const { summary, exchanges, problems } = basis;
  if (summary.exitCode === 0) return false;
  if (basis.traffic !== undefined) return false;
  const isOpen = summary.outcome === 'incomplete';
  if (isOpen) {
    const passing = [429, 502, 503, 504];
    return exchanges.some(
      ({ response, failure }) => failure !== undefined || passing.includes(response?.status ?? 0),
    );
  }
  return problems.length > 0 && problems.every(({ seen }) => seen.deviates < seen.judged);
}

function plural(count: number, noun: string): string {
  return `${count === 1 ? 'one' : countWord(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function failing({ problems, requirements, run }: Basis): readonly Problem[] {
  const gated = new Set(
    requirements.flatMap(({ id, strength }) => (strength === 'stated' || run.options.strict ? [id] : [])),
  );
  return problems.filter((problem) => problem.requirements.some((id) => gated.has(id)));
}

const security: Readonly<Record<string, string>> = {
  'no-credentials-needed': 'it serves requests without credentials',
  'any-token': 'it accepts any token',
};

function deviatingVerdict(basis: Basis): string {
  const grave = [...new Set(basis.problems.flatMap(({ cause }) => security[cause ?? ''] ?? []))];
  const others = failing(basis).filter(({ cause }) => security[cause ?? ''] === undefined);
  const requests = others.filter(({ side }) => side === 'request').length;
  const answers = others.length - requests;
  const told = [...grave, ...(answers > 0 ? [`${plural(answers, 'mistake')} in its answers`] : [])];
  const wrong = `${plural(requests, 'mistake')} in their requests`;
  if (told.length === 0) return `The clients do not conform: ${wrong}`;
  const also = requests === 0 ? '' : `; and its clients do not: ${wrong}`;
  return `The service does not conform: ${told.join('; ')}${also}`;
}

function waivedWords({ requirements }: Basis): string {
  const waived = requirements.filter(({ verdict }) => verdict === 'waived').length;
  return waived === 0
    ? ''
    : `, but for ${plural(waived, 'deviation')} that ${waived === 1 ? 'is' : 'are'} accepted for now`;
}

/** What differs from the document's examples fails nothing without --strict. */
function differsWords({ problems }: Basis): string {
  const one = problems.length === 1;
  return problems.length === 0
    ? ''
    : `; ${plural(problems.length, 'thing')} ${one ? 'differs' : 'differ'} from what is seen only in the document's example`;
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

const openVerdicts: Readonly<Partial<Record<Situation, (basis: Basis) => string>>> = {
  unreachable: ({ target }) => `No connection to ${target.baseUrl}; nothing was checked`,
  'nothing-sent': () => 'No request was sent; nothing was checked',
  'same-page': ({ target }) =>
    `Nothing can be said: every request got the same page, so ${target.baseUrl} is probably not the service`,
  'not-found': ({ target }) =>
    `Nothing can be said: every answer is 404 or 405, so ${target.baseUrl} is probably not the service`,
  gateway: ({ target }) =>
    `Nothing can be said: a gateway answers at ${target.baseUrl}, and the service behind it is not there`,
  'token-refused': () => 'Nothing can be said: the service refused the access token in every request',
};

function openVerdict(basis: Basis, situation: Situation): string {
  const told = openVerdicts[situation];
  if (told !== undefined) return told(basis);
  const open = openOperations(basis);
  if (open.length === 0) return 'Not everything could be checked; what was checked conforms';
  return `The ${joined(open)} could not be checked; what was checked conforms`;
}

function verdictOf(basis: Basis, situation: Situation): string {
  const { summary, waivers, target, run, traffic } = basis;
  if (situation === 'other-api' && summary.outcome === 'deviates')
    return `What answers at ${target.baseUrl} is probably another service: no answer has the members of the document`;
  switch (summary.outcome) {
    case 'deviates':
      return deviatingVerdict(basis);
    case 'incomplete':
      if (traffic !== undefined) return trafficOpen(traffic);
      return run.cut ? 'The run was cut before its plan was carried out' : openVerdict(basis, situation);
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

function owners({ waivers }: Basis, ...states: readonly WaiverResult['state'][]): string {
  return joined([
    ...new Set(waivers.filter(({ state }) => states.includes(state)).map(({ owner }) => owner)),
  ]);
}

const operatorActs: Readonly<Record<Situation, string>> = {
  unreachable: 'Whoever runs this check: start the service, or correct CONFORMANCE_BASE_URL',
  'nothing-sent': 'Whoever runs this check: give what the requests need',
  'same-page':
    'Whoever runs this check: correct CONFORMANCE_BASE_URL; such a page comes from a login or a catch-all route',
  'not-found':
    'Whoever runs this check: correct CONFORMANCE_BASE_URL, the path in it above all, or the identifiers',
  gateway: 'Whoever runs this check: start the service behind the gateway, or correct CONFORMANCE_BASE_URL',
  'token-refused': 'Whoever runs this check: give a token that the service accepts',
  'other-api':
    'Whoever runs this check: look whether CONFORMANCE_BASE_URL is right; if it is, the service has to change',
  ordinary: 'Whoever runs this check: give what is missing, or find out why the service refused',
};

function actOf(basis: Basis, situation: Situation): string {
  switch (actorOf(basis)) {
    case 'operator':
      if (basis.traffic !== undefined) return trafficAct;
      return operatorActs[situation];
    case 'waiver-owner':
      return `The owner of the waiver: ${owners(basis, 'stale')}`;
    case 'service': {
      const expired = owners(basis, 'expired');
      return expired === ''
        ? 'Whoever runs the service'
        : `Whoever runs the service, or ${expired}, whose waiver expired`;
    }
    case 'client':
      return 'Whoever runs the clients';
    case 'nobody':
      return 'Nobody';
  }
}

const operatorNext: Readonly<Partial<Record<Situation, string>>> = {
  'token-refused': 'Set CONFORMANCE_ACCESS_TOKEN, then: conformance run',
  'nothing-sent': 'conformance run --plan',
  ordinary: 'conformance run --plan',
};

function nextOf(basis: Basis, situation: Situation): string {
  const [id] = failing(basis)[0]?.requirements ?? [];
  switch (actorOf(basis)) {
    case 'operator':
      if (basis.traffic !== undefined) return trafficNext;
      return operatorNext[situation] ?? 'conformance doctor';
    case 'waiver-owner':
      return 'Remove the entry from the file of waivers, then: conformance run';
    case 'client':
    case 'service':
      return id === undefined ? 'conformance requirements' : `conformance explain ${id}`;
    case 'nobody':
      return basis.waivers.some((waiver) => expiresSoon(waiver, basis.run.startedAt))
        ? 'Change the service before the waiver expires'
        : 'Nothing; run it again when the service changes';
  }
}

/** Reasons named one by one; the rest is counted. */
const namedReasons = 3;

/** `71 of 148 requirements: 43 as no automation rule was named; 28 because of what deviates`. */
function notCheckedOf({ requirements }: Basis): string | null {
  const open = requirements.filter(({ verdict }) => verdict === 'not-exercised');
  if (open.length === 0) return null;
  const byReason = new Map<string, number>();
  const reasonOf = ({ because, reason = 'no reason was recorded' }: RequirementResult) =>
    because === undefined ? reason : 'something else deviates';
  for (const row of open) byReason.set(reasonOf(row), (byReason.get(reasonOf(row)) ?? 0) + 1);
  const groups = [...byReason].sort(([, left], [, right]) => right - left);
  const noun = requirements.length === 1 ? 'requirement' : 'requirements';
  const all = `${open.length} of ${requirements.length} ${noun}`;
  const [first] = groups;
  if (groups.length === 1 && first !== undefined) return `${all}, as ${first[0]}`;
  const told = groups.slice(0, namedReasons).map(([reason, count]) => `${count}, as ${reason}`);
  const rest = groups.slice(namedReasons).reduce((sum, [, count]) => sum + count, 0);
  return `${all}: ${[...told, ...(rest > 0 ? [`${rest} for other reasons`] : [])].join('; ')}`;
}

/** What a report says first. */
export function conclusionOf(basis: Basis): Conclusion {
  const situation = situationOf(basis);
  return {
    verdict: verdictOf(basis, situation),
    why: why(basis, situation),
    actor: actorOf(basis),
    act: actOf(basis, situation),
    next: nextOf(basis, situation),
    changed: basis.change?.sentence ?? null,
    notChecked: notCheckedOf(basis),
  };
}
