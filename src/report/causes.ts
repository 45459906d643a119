import type {
  Act,
  Conclusion,
  Exchange,
  RequirementResult,
  ServiceProblem,
  Summary,
  WaiverResult,
} from '../../schemas/types.ts';
import { findingSentence } from '../answers/words.ts';
import { groupBy } from '../model/group-by.ts';
import { endingSoon, soonWords } from '../model/waiver.ts';
import { capital } from '../text/capital.ts';
import { plural } from '../text/plural.ts';
import type { Basis } from './conclusion.ts';
import { judgedNoun } from './follows.ts';
import { contradicted } from './gate.ts';
import { isProtectionUnknown, methodsOf, protectionReasons } from './protection.ts';
import { serviceFailures } from './service-failures.ts';
import { hostOf, isProbablyElsewhere, isUnreached } from './situation.ts';
import { cutReason } from './traffic-reasons.ts';

function whyOf(problem: ServiceProblem): string {
  const { title, seen, cure, severity } = problem;
  const judged = plural(seen.judged, judgedNoun(problem));
  const often = seen.deviates < seen.judged ? ` in ${seen.deviates} of ${judged}` : '';
  const support = severity === 'shown' ? ' (only suggested by the document)' : '';
  return `${title}${often}${support}${cure === null ? '' : `; ${cure}`}`;
}

/** A secret that came back is no deviation, and comes first all the same. */
function secretsIn(basis: Basis): readonly string[] {
  // Others may belong there, such as a cookie.
  const fix = (what: string) => (what.includes('access token') ? '; leave it out of the response' : '');
  return basis.observations
    .filter(({ id, prominent }) => id === 'question.response.secrets' && prominent)
    .map(({ answer }) => `A response contains a secret: ${answer}${fix(answer)}`);
}

/** Waivers that are to be removed or prolonged. */
function waiverActs({ waivers }: Basis): readonly Act[] {
  const of = (wanted: WaiverResult['state']) => waivers.filter(({ state }) => state === wanted);
  const act = (owner: string, sentence: string): Act => ({
    kind: 'waiver',
    sentence,
    owner,
    problem: null,
  });
  return [
    ...of('stale').map(({ id, owner }) =>
      act(owner, `The waiver of ${id} (${owner}) is no longer needed: what it accepts conforms now`),
    ),
    ...of('expired').map(({ id, owner, expires }) =>
      act(owner, `The waiver of ${id} (${owner}) expired on ${expires} and accepts nothing`),
    ),
  ];
}

/** What else a reader should know about waivers. */
function waiverWords({ waivers, run }: Basis): readonly string[] {
  const active = waivers.filter(({ state }) => state === 'active');
  return [
    ...active.map(
      ({ id, owner, expires, reason }) => `${id} is accepted until ${expires} by ${owner}: ${reason}`,
    ),
    ...endingSoon(waivers, run.startedAt).map((waiver) => capital(soonWords(waiver, run.startedAt))),
  ];
}

/** Why something was not checked, and who has to act on it. */
interface OpenCause {
  readonly sentence: string;
  readonly owner: 'service' | 'operator';
}

/**
 * Requests that failed, each reason once; what to look at is said of the request, and as the action. Broken responses are
 * reported as problems instead.
 */
function requestWords(basis: Basis): readonly OpenCause[] {
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
  return [...byReason].map(([reason, own]) => {
    const isOfService = own.some(
      ({ exchange }) => failed.has(exchange) || refusals.get(exchange)?.first === 'service',
    );
    const ids = new Set(own.map(({ exchange }) => exchange));
    const rows = exchanges.filter(({ id }) => ids.has(id));
    const isLost = ({ failure }: Exchange) => failure !== undefined && isUnreached(failure);
    const unreached = exchanges.filter(isLost).length;
    const isSome = rows.some(isLost) && unreached < exchanges.length;
    const often = isSome ? `, in ${unreached} of ${exchanges.length} requests` : '';
    const isOfAll = run.scope.operations.every((name) => rows.some(({ operation }) => operation === name));
    // What responds there is probably not the service.
    const said = isProbablyElsewhere(basis) ? reason.replace(/^the service /, `${hostOf(basis)} `) : reason;
    const sentence = `${isOfAll ? capital(said) : `${methodsOf(rows, basis)}: ${said}`}${often}`;
    return { sentence, owner: isOfService ? 'service' : 'operator' };
  });
}

/** Stated requirements in scope that were not checked, and no deviation and no unclear refusal says why. */
function unexplainedGaps({ requirements, run }: Basis): readonly RequirementResult[] {
  return requirements.filter(
    (row) =>
      row.verdict === 'not-exercised' &&
      row.strength === 'stated' &&
      row.because === undefined &&
      !isProtectionUnknown(row) &&
      run.scope.operations.includes(row.operation),
  );
}

/** Why stated requirements in scope were not checked; of an operation with requests that failed those say it. */
function gapWords(basis: Basis): readonly string[] {
  const failed = new Set(basis.unanswered.map(({ exchange }) => exchange));
  const told = new Set(basis.exchanges.flatMap(({ id, operation }) => (failed.has(id) ? operation : [])));
  const rows = unexplainedGaps(basis).filter(({ operation }) => !told.has(operation));
  return [...new Set(rows.flatMap(({ reason }) => reason ?? []))].map(capital);
}

/** Causes named one by one; the rest is counted. */
const namedCauses = 10;

const owners = {
  service: 'the service',
  client: 'its clients',
  operator: 'whoever runs this check',
} as const;

function acts(kind: Act['kind'], owner: keyof typeof owners, causes: readonly string[]): readonly Act[] {
  return causes.map((sentence) => ({ kind, sentence, owner: owners[owner], problem: null }));
}

/** Why something could not be judged that was to be; nothing where all of it was, or deviations say why it was not. */
export function openCauses(basis: Basis): readonly OpenCause[] {
  const { summary, run, traffic, situation, judged } = basis;
  const isIncomplete = summary.outcome === 'incomplete';
  if (!isIncomplete && summary.outcome !== 'deviates') return [];
  const by = (owner: OpenCause['owner'], sentences: readonly string[]) =>
    sentences.map((sentence): OpenCause => ({ sentence, owner }));
  if (traffic !== undefined) return by('operator', judged.map(capital));
  const isCut = run.cut && !isIncomplete;
  const unprotected = serviceFailures(basis).some(({ credentials }) => credentials !== 'authorised');
  const isOwn = !isCut && (situation === 'ordinary' || situation === 'nothing-sent');
  return [
    ...by('operator', isCut ? [capital(cutReason(false))] : []),
    ...by(unprotected ? 'service' : 'operator', protectionReasons(basis)),
    ...requestWords(basis),
    ...by('operator', isOwn ? gapWords(basis) : []),
  ];
}

/** Declared answers that were contradicted, where that fails the run. */
function answerActs({ answerFindings, run }: Basis): readonly Act[] {
  const sentences = contradicted(answerFindings, run.options).map(findingSentence);
  return acts('answer', 'service', sentences);
}

/** What somebody has to act on: a sentence for each cause, the most severe first. */
function actsOf(basis: Basis): readonly Act[] {
  return [
    ...acts('secret', 'service', secretsIn(basis)),
    ...basis.problems.map((problem, at): Act => {
      const owner = owners[problem.side === 'request' ? 'client' : 'service'];
      return { kind: 'deviation', sentence: whyOf(problem), owner, problem: at };
    }),
    ...answerActs(basis),
    ...openCauses(basis).flatMap(({ sentence, owner }) => acts('not-checked', owner, [sentence])),
    ...waiverActs(basis),
  ];
}

/** Why a report says what it says, and on what somebody has to act. */
export function causesOf(basis: Basis): Pick<Conclusion, 'why' | 'acts'> & Pick<Summary, 'reasons'> {
  const found = actsOf(basis);
  const told = waiverWords(basis);
  const all = [...found.map(({ sentence }) => sentence), ...told];
  const others = found.filter(({ kind }) => kind !== 'not-checked').map(({ sentence }) => sentence);
  const { judged, summary } = basis;
  const isFirst = summary.outcome === 'incomplete' || summary.outcome === 'conforms';
  const reasons = isFirst ? [...judged, ...others, ...told] : [...others, ...judged, ...told];
  const more = all.length - namedCauses;
  return { why: more > 1 ? [...all.slice(0, namedCauses), `And ${more} more`] : all, acts: found, reasons };
}
