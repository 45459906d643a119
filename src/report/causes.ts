import type { Act, Exchange, ServiceProblem } from '../../schemas/types.ts';
import { findingSentence } from '../answers/words.ts';
import { groupBy } from '../model/group-by.ts';
import { capital } from '../text/capital.ts';
import { plural } from '../text/plural.ts';
import type { Basis } from './conclusion.ts';
import { judgedNoun } from './follows.ts';
import { contradicted, naming } from './gate.ts';
import { methodsOf, protectionReasons } from './protection.ts';
import { missedIn } from './scope.ts';
import { serviceFailures } from './service-failures.ts';
import { hostOf, isProbablyElsewhere, isUnreached } from './situation.ts';
import { trafficGaps } from './traffic-reasons.ts';

/** What happened becomes a sentence here, and nowhere else; every format says it in these words. */

const owners = {
  service: 'the service',
  client: 'its clients',
  operator: 'whoever runs this check',
} as const;

type ActOwner = keyof typeof owners;

/** Why not every planned request was sent. */
export const interrupted = 'the run was interrupted before all planned requests were sent';

function acts(kind: Act['kind'], owner: ActOwner, sentences: readonly string[]): readonly Act[] {
  return sentences.map((sentence) => ({ kind, sentence, owner: owners[owner], problem: null }));
}

/** A secret that came back is no deviation, and comes first all the same. */
function secretActs({ observations }: Basis): readonly Act[] {
  const found = observations.filter(({ id, prominent }) => id === 'question.response.secrets' && prominent);
  // Others may belong there, such as a cookie.
  const fix = (what: string) => (what.includes('access token') ? '; leave it out of the response' : '');
  const sentences = found.map(({ answer }) => `A response contains a secret: ${answer}${fix(answer)}`);
  return acts('secret', 'service', sentences);
}

function whyOf(problem: ServiceProblem): string {
  const { title, seen, cure, severity } = problem;
  const judged = plural(seen.judged, judgedNoun(problem));
  const often = seen.deviates < seen.judged ? ` in ${seen.deviates} of ${judged}` : '';
  const support = severity === 'shown' ? ' (only suggested by the document)' : '';
  return `${title}${often}${support}${cure === null ? '' : `; ${cure}`}`;
}

function deviationActs({ problems }: Basis): readonly Act[] {
  return problems.map((problem, at) => {
    const owner = owners[problem.side === 'request' ? 'client' : 'service'];
    return { kind: 'deviation', sentence: whyOf(problem), owner, problem: at };
  });
}

/** Waivers that are to be removed or prolonged. */
function waiverActs({ waivers }: Basis): readonly Act[] {
  const act = (owner: string, sentence: string): Act => ({ kind: 'waiver', sentence, owner, problem: null });
  const stale = waivers.filter(({ state }) => state === 'stale');
  const expired = waivers.filter(({ state }) => state === 'expired');
  return [
    ...stale.map(({ id, owner }) =>
      act(owner, `The waiver of ${id} (${owner}) is no longer needed: what it accepts conforms now`),
    ),
    ...expired.map(({ id, owner, expires }) =>
      act(owner, `The waiver of ${id} (${owner}) expired on ${expires} and accepts nothing`),
    ),
  ];
}

/**
 * Requests that failed, each reason once; what to look at is said of the request, and as the action. Broken responses are
 * reported as problems instead.
 */
function requestActs(basis: Basis): readonly Act[] {
  const { unanswered, requirements, refusals, exchanges, run } = basis;
  const broken = requirements.filter(
    ({ side, facet, verdict }) => side === undefined && facet === 'json' && verdict !== 'not-exercised',
  );
  const told = new Set(broken.flatMap(({ evidence }) => evidence.map(({ exchange }) => exchange)));
  const failed = new Set(serviceFailures(basis).map(({ id }) => id));
  const byReason = groupBy(
    unanswered.filter(({ exchange }) => !told.has(exchange)),
    ({ reason }) => reason,
  );
  const isLost = ({ failure }: Exchange) => failure !== undefined && isUnreached(failure);
  const lost = exchanges.filter(isLost).length;
  return [...byReason].flatMap(([reason, own]) => {
    const ids = new Set(own.map(({ exchange }) => exchange));
    const rows = exchanges.filter(({ id }) => ids.has(id));
    const isOfService = [...ids].some((id) => failed.has(id) || refusals.get(id)?.first === 'service');
    const often =
      rows.some(isLost) && lost < exchanges.length ? `, in ${lost} of ${exchanges.length} requests` : '';
    const isOfAll = run.scope.operations.every((name) => rows.some(({ operation }) => operation === name));
    // What responds there is probably not the service.
    const said = isProbablyElsewhere(basis) ? reason.replace(/^the service /, `${hostOf(basis)} `) : reason;
    const sentence = `${isOfAll ? capital(said) : `${methodsOf(rows, basis)}: ${said}`}${often}`;
    return acts('not-checked', isOfService ? 'service' : 'operator', [sentence]);
  });
}

/** What of traffic was not judged that was to be. */
function trafficSentences({ traffic, requirements, run, operations }: Basis): readonly string[] {
  const gaps = traffic === undefined ? [] : trafficGaps(traffic, requirements, run.cut);
  const missed = missedIn(requirements, run.scope, operations);
  const required = naming(missed, (count) => {
    return `${count} of the requirements that --require names ${count === 1 ? 'was' : 'were'} not checked`;
  });
  return [...gaps.map(({ sentence }) => sentence), ...required];
}

/** Why something could not be judged that was to be; nothing where all of it was, or deviations say why it was not. */
export function openActs(basis: Basis): readonly Act[] {
  const { summary, run, traffic, situation } = basis;
  const of = (owner: ActOwner, sentences: readonly string[]) =>
    acts('not-checked', owner, [...new Set(sentences)].map(capital));
  if (summary.outcome !== 'incomplete' && summary.outcome !== 'deviates') return [];
  if (traffic !== undefined) return of('operator', trafficSentences(basis));
  const isOpen = serviceFailures(basis).some(({ credentials }) => credentials !== 'authorised');
  const isOwn = !run.cut && (situation === 'ordinary' || situation === 'nothing-sent');
  // What deviates, and requests that failed, say it themselves.
  const rows = basis.open
    .flatMap((gap) => (isOwn && gap.kind === 'other' ? gap.rows : []))
    .filter(({ strength, operation }) => strength === 'stated' && run.scope.operations.includes(operation));
  return [
    ...of('operator', run.cut ? [interrupted] : []),
    ...of(isOpen ? 'service' : 'operator', protectionReasons(basis)),
    ...requestActs(basis),
    ...of(
      'operator',
      rows.flatMap(({ reason }) => reason ?? []),
    ),
  ];
}

/** On what somebody has to act, a sentence for each cause: what decides the outcome comes first. */
export function actsOf(basis: Basis): readonly Act[] {
  const answers = contradicted(basis.answerFindings, basis.run.options).map(findingSentence);
  const wrong = [...deviationActs(basis), ...acts('answer', 'service', answers)];
  const open = openActs(basis);
  const isOpen = basis.summary.outcome === 'incomplete';
  return [
    ...secretActs(basis),
    ...(isOpen ? [...open, ...wrong] : [...wrong, ...open]),
    ...waiverActs(basis),
  ];
}
