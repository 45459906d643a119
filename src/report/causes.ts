import type { ServiceProblem } from '../model/conclusion.ts';
import { expiresSoon, type WaiverResult } from '../model/waiver.ts';
import { capital } from '../text/capital.ts';
import type { Basis } from './conclusion.ts';
import { isProtectionUnknown, protectionReasons } from './protection.ts';
import { cutReason } from './traffic-reasons.ts';

function whyOf(problem: ServiceProblem): string {
  const { title, seen, cure, severity, side } = problem;
  const noun = side === 'request' ? 'requests' : 'responses';
  const often = seen.deviates < seen.judged ? ` in ${seen.deviates} of ${seen.judged} ${noun}` : '';
  const support = severity === 'shown' ? ' (seen only in an example)' : '';
  return `${title}${often}${support}${cure === null ? '' : `; ${cure}`}`;
}

/** A secret that came back is no deviation, and comes first all the same. */
function secretsIn({ observations }: Basis): readonly string[] {
  return observations
    .filter(({ id, prominent }) => id === 'masked-secrets' && prominent)
    .map(({ answer }) => `A response contains a secret: ${answer}`);
}

/** What a reader should know about waivers, those that decide something first. */
function waiverWords({ waivers, run }: Basis): readonly string[] {
  const of = (wanted: WaiverResult['state']) => waivers.filter(({ state }) => state === wanted);
  const soon = waivers.filter((waiver) => waiver.state !== 'stale' && expiresSoon(waiver, run.startedAt));
  return [
    ...of('stale').map(
      ({ id, owner }) => `The waiver of ${id} (${owner}) is no longer needed: what it accepts conforms now`,
    ),
    ...of('expired').map(
      ({ id, owner, expires }) => `The waiver of ${id} (${owner}) expired on ${expires} and covers nothing`,
    ),
    ...of('active').map(
      ({ id, owner, expires, reason }) => `${id} is accepted until ${expires} by ${owner}: ${reason}`,
    ),
    ...soon.map(({ id, owner, expires }) => `The waiver of ${id} (${owner}) expires soon, on ${expires}`),
  ];
}

/** Requests that failed, each reason once, with what to look at; broken responses are reported as problems instead. */
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

/** Why stated requirements in scope were not checked. */
function gapWords({ requirements, run }: Basis): readonly string[] {
  const open = requirements.filter(
    (row) =>
      row.verdict === 'not-exercised' &&
      row.strength === 'stated' &&
      row.because === undefined &&
      !isProtectionUnknown(row) &&
      run.scope.operations.includes(row.operation),
  );
  return [...new Set(open.flatMap(({ reason }) => reason ?? []))].map(capital);
}

/** Causes named one by one; the rest is counted. */
const namedCauses = 10;

/** Why a report says what it says: a sentence for each cause, the gravest first. */
export function why(basis: Basis): readonly string[] {
  const { summary, problems, run, traffic, situation } = basis;
  const isTraffic = traffic !== undefined;
  const isIncomplete = summary.outcome === 'incomplete';
  if (isTraffic && isIncomplete) return [...secretsIn(basis), ...summary.reasons];
  const isOpen = !isTraffic && (isIncomplete || summary.outcome === 'deviates');
  const failed = isOpen ? requestWords(basis) : [];
  const all = [
    ...secretsIn(basis),
    ...problems.map(whyOf),
    ...(run.cut && !isIncomplete ? [capital(cutReason(isTraffic))] : []),
    ...(isOpen ? protectionReasons(basis) : []),
    ...failed,
    ...(isIncomplete && failed.length === 0 && (situation === 'ordinary' || situation === 'nothing-sent')
      ? gapWords(basis)
      : []),
    ...waiverWords(basis),
  ];
  const more = all.length - namedCauses;
  return more > 1 ? [...all.slice(0, namedCauses), `And ${more} more`] : all;
}
