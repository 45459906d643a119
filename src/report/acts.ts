import type { Act, Exchange, ServiceProblem } from '../../schemas/types.ts';
import { findingSentence } from '../answers/words.ts';
import { groupBy } from '../model/group-by.ts';
import { capital } from '../text/capital.ts';
import { firstOf } from '../text/more.ts';
import { plural } from '../text/plural.ts';
import type { Basis } from './basis.ts';
import { judgedNoun } from './follows.ts';
import { isAfterFailure, isProtectionUnknown, methodsOf } from './gaps.ts';
import { contradicted } from './gate.ts';
import { missedIn } from './scope.ts';
import { hostOf, isProbablyElsewhere, isUnreached } from './situation.ts';

/** What happened becomes a sentence here, and nowhere else; every format says it in these words. */

const owners = {
  service: 'the service',
  client: 'its clients',
  operator: 'whoever runs this check',
} as const;

function actOf(kind: Act['kind'], owner: keyof typeof owners, sentence: string): Act {
  return { kind, sentence, owner: owners[owner], problem: null };
}

function notChecked(owner: keyof typeof owners, sentence: string): Act {
  return actOf('not-checked', owner, capital(sentence));
}

/** A secret that came back is no deviation, and comes first all the same. */
function secretActs({ observations }: Basis): readonly Act[] {
  const found = observations.filter(({ id, prominent }) => id === 'question.response.secrets' && prominent);
  return found.map(({ answer }) => {
    // Others may belong there, such as a cookie.
    const fix = answer.includes('access token') ? '; leave it out of the response' : '';
    return actOf('secret', 'service', `A response contains a secret: ${answer}${fix}`);
  });
}

function deviationAct(problem: ServiceProblem, at: number): Act {
  const { title, seen, cure, severity, side } = problem;
  const judged = plural(seen.judged, judgedNoun(problem));
  const often = seen.deviates < seen.judged ? ` in ${seen.deviates} of ${judged}` : '';
  const support = severity === 'shown' ? ' (only suggested by the document)' : '';
  const sentence = `${title}${often}${support}${cure === null ? '' : `; ${cure}`}`;
  return { ...actOf('deviation', side === 'request' ? 'client' : 'service', sentence), problem: at };
}

/** Waivers that are to be removed or prolonged. */
function waiverActs({ waivers }: Basis): readonly Act[] {
  const ends = [
    ['stale', () => 'is no longer needed: what it accepts conforms now'],
    ['expired', (expires: string) => `expired on ${expires} and accepts nothing`],
  ] as const;
  return ends.flatMap(([wanted, words]) =>
    waivers.flatMap(({ id, owner, state, expires }): readonly Act[] => {
      const sentence = `The waiver of ${id} (${owner}) ${words(expires)}`;
      return state === wanted ? [{ kind: 'waiver', sentence, owner, problem: null }] : [];
    }),
  );
}

/** What is not known to be protected. Where probably not the service responded, that comes first, and is all. */
function protectionActs(basis: Basis): readonly Act[] {
  if (isProbablyElsewhere(basis)) return [];
  const isOfService = basis.failures.some(({ credentials }) => credentials !== 'authorised');
  // Where a request without the header is refused, what a made-up token gets leaves nothing incomplete.
  const refusing = basis.requirements.flatMap(({ facet, verdict, operation }) =>
    facet === 'authorization' && verdict === 'conforms' ? operation : [],
  );
  return basis.gaps.filter(isProtectionUnknown).flatMap(({ reason, rows }) => {
    const open = rows.filter(({ operation }) => !refusing.includes(operation));
    const sentence = `${methodsOf(open, basis)}: ${reason}`;
    return open.length === 0 ? [] : notChecked(isOfService ? 'service' : 'operator', sentence);
  });
}

/** Requests that failed, each reason once; what to look at is said of the request, and as what has to be done. */
function requestActs(basis: Basis): readonly Act[] {
  const { unanswered, requirements, refusals, exchanges, failures, run } = basis;
  // Broken responses are reported as problems instead.
  const broken = requirements.filter(
    ({ side, facet, verdict }) => side === undefined && facet === 'json' && verdict !== 'not-exercised',
  );
  const told = new Set(broken.flatMap(({ evidence }) => evidence.map(({ exchange }) => exchange)));
  const isOfService = (id: string) =>
    failures.some((one) => one.id === id) || refusals.get(id)?.first === 'service';
  const isLost = ({ failure }: Exchange) => failure !== undefined && isUnreached(failure);
  const lost = exchanges.filter(isLost).length;
  const open = unanswered.filter(({ exchange }) => !told.has(exchange));
  return [...groupBy(open, ({ reason }) => reason)].map(([reason, own]) => {
    const ids = new Set(own.map(({ exchange }) => exchange));
    const rows = exchanges.filter(({ id }) => ids.has(id));
    const isOfAll = run.scope.operations.every((name) => rows.some(({ operation }) => operation === name));
    const isOften = rows.some(isLost) && lost < exchanges.length;
    const often = isOften ? `, in ${lost} of ${exchanges.length} requests` : '';
    // What responds there is probably not the service.
    const said = isProbablyElsewhere(basis) ? reason.replace(/^the service /, `${hostOf(basis)} `) : reason;
    const sentence = `${isOfAll ? said : `${methodsOf(rows, basis)}: ${said}`}${often}`;
    return notChecked([...ids].some(isOfService) ? 'service' : 'operator', sentence);
  });
}

/** What was not asked, for reasons of this run alone; what deviates, and requests that failed, say it themselves. */
function unaskedActs(basis: Basis): readonly Act[] {
  const { run, situation, gaps } = basis;
  if (run.cut || (situation !== 'ordinary' && situation !== 'nothing-sent')) return [];
  const isFailed = isAfterFailure(basis);
  const own = gaps.filter(
    ({ because, unclear, rows }) =>
      because === undefined &&
      unclear === undefined &&
      rows.some(
        (row) => row.strength === 'stated' && run.scope.operations.includes(row.operation) && !isFailed(row),
      ),
  );
  return own.map(({ reason }) => notChecked('operator', reason));
}

/** Requirements of traffic that have to be checked; nobody planned the others. */
const namedIds = 5;

function requiredActs(basis: Basis): readonly Act[] {
  const ids = missedIn(basis).map(({ id }) => id);
  const were = `${ids.length} of the requirements that --require names ${ids.length === 1 ? 'was' : 'were'}`;
  return ids.length === 0 ? [] : [notChecked('operator', `${were} not checked: ${firstOf(ids, namedIds)}`)];
}

/** Why something could not be judged that was to be; nothing where all of it was, or deviations say why it was not. */
export function openActs(basis: Basis): readonly Act[] {
  const { outcome, traffic, obstacles } = basis;
  if (outcome !== 'incomplete' && outcome !== 'deviates') return [];
  const whole = obstacles.map(({ sentence }) => notChecked('operator', sentence));
  return traffic === undefined
    ? [...whole, ...protectionActs(basis), ...requestActs(basis), ...unaskedActs(basis)]
    : [...whole, ...requiredActs(basis)];
}

/** On what somebody has to act, a sentence for each cause: what decides the outcome comes first. */
export function actsOf(basis: Basis): readonly Act[] {
  const answers = contradicted(basis).map((one) => actOf('answer', 'service', findingSentence(one)));
  const wrong = [...basis.problems.map(deviationAct), ...answers];
  const open = openActs(basis);
  const both = basis.outcome === 'incomplete' ? [open, wrong] : [wrong, open];
  return [...secretActs(basis), ...both.flat(), ...waiverActs(basis)];
}
