import type { Judgement } from '../judge/judgement.ts';
import type { ServiceProblem } from '../model/conclusion.ts';
import type { Report } from '../model/report.ts';
import { expiresSoon, type WaiverResult } from '../model/waiver.ts';
import { capital } from '../text/capital.ts';
import type { Unconcluded } from './conclude.ts';
import { isProtectionUnknown, protectionReasons } from './protection.ts';
import type { Situation } from './situation.ts';
import { cutReason } from './traffic-reasons.ts';

/** A report with its problems. */
export type Basis = Unconcluded & Pick<Report, 'problems'> & Pick<Judgement, 'isSamePage'>;

function whyOf(problem: ServiceProblem): string {
  const { title, seen, cure, severity, side } = problem;
  const noun = side === 'request' ? 'requests' : 'answers';
  const often = seen.deviates < seen.judged ? ` in ${seen.deviates} of ${seen.judged} ${noun}` : '';
  const support = severity === 'shown' ? ' (seen only in its example)' : '';
  return `${title}${often}${support}${cure === null ? '' : `; ${cure}`}`;
}

/** A secret that came back is no deviation, and comes first all the same. */
function secretsIn({ observations }: Basis): readonly string[] {
  return observations
    .filter(({ id, prominent }) => id === 'masked-secrets' && prominent)
    .map(({ answer }) => `A secret stands in an answer: ${answer}`);
}

/** What a reader should know about waivers, those that decide something first. */
function waiverWords({ waivers, run }: Basis): readonly string[] {
  const told = (of: (waiver: WaiverResult) => boolean, words: (waiver: WaiverResult) => string) =>
    waivers.filter(of).map(words);
  return [
    ...told(
      ({ state }) => state === 'stale',
      ({ id, owner }) => `The waiver of ${id} (${owner}) is no longer needed: what it accepts conforms now`,
    ),
    ...told(
      ({ state }) => state === 'expired',
      ({ id, owner, expires }) => `The waiver of ${id} (${owner}) expired on ${expires} and covers nothing`,
    ),
    ...told(
      ({ state }) => state === 'active',
      ({ id, owner, expires, reason }) => `${id} is accepted until ${expires} by ${owner}: ${reason}`,
    ),
    ...told(
      (waiver) => waiver.state !== 'stale' && expiresSoon(waiver, run.startedAt),
      ({ id, owner, expires }) => `The waiver of ${id} (${owner}) expires soon, on ${expires}`,
    ),
  ];
}

/** Requests that failed, each reason once, with what to look at; broken answers are reported as problems instead. */
function requestWords({ unanswered, requirements }: Basis): readonly string[] {
  const broken = requirements.filter(
    ({ side, facet, verdict }) => side === undefined && facet === 'json' && verdict !== 'not-exercised',
  );
  const told = new Set(broken.flatMap(({ evidence }) => evidence.map(({ exchange }) => exchange)));
  const words = unanswered
    .filter(({ exchange }) => !told.has(exchange))
    .map(({ reason, hint }) => (hint === undefined ? reason : `${reason} (${hint})`));
  return [...new Set(words)].map(capital);
}

function gapWords(basis: Basis): readonly string[] {
  const known = basis.requirements.filter((row) => !isProtectionUnknown(row));
  const reasons = known.flatMap(({ verdict, strength, reason, because, operation }) =>
    verdict === 'not-exercised' &&
    strength === 'stated' &&
    because === undefined &&
    reason !== undefined &&
    basis.run.scope.operations.includes(operation)
      ? [reason]
      : [],
  );
  return [...new Set(reasons)].map(capital);
}

/** Causes named one by one; the rest is counted. */
const namedCauses = 10;

/** Why a report says what it says: a sentence for each cause, the gravest first. */
export function why(basis: Basis, situation: Situation): readonly string[] {
  const { outcome } = basis.summary;
  const isSound = outcome === 'conforms' || outcome === 'stale-waivers';
  if (basis.traffic !== undefined && outcome === 'incomplete')
    return [...secretsIn(basis), ...basis.summary.reasons];
  const failed = isSound || basis.traffic !== undefined ? [] : requestWords(basis);
  const isOpen = outcome === 'incomplete' && failed.length === 0 && situation === 'ordinary';
  const all = [
    ...secretsIn(basis),
    ...basis.problems.map(whyOf),
    ...(basis.run.cut && outcome !== 'incomplete' ? [capital(cutReason(basis.traffic !== undefined))] : []),
    ...(isSound || basis.traffic !== undefined ? [] : protectionReasons(basis)),
    ...failed,
    ...(isOpen ? gapWords(basis) : []),
    ...waiverWords(basis),
  ];
  const more = all.length - namedCauses;
  return more > 1 ? [...all.slice(0, namedCauses), `And ${more} more`] : all;
}
