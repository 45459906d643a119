import type { Actor, Problem } from '../model/conclusion.ts';
import { expiresSoon, type WaiverResult } from '../model/waiver.ts';
import type { Basis } from './causes.ts';
import { joined } from './diagnosis/rule.ts';
import { type Situation, situationOf } from './situation.ts';
import { trafficAct, trafficNext } from './traffic-reasons.ts';

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

/**
 * Whether the same run may end differently with nothing changed: an answer did not arrive, or came and went. Recorded
 * traffic never changes.
 */
export function retryMayHelp(basis: Basis): boolean {
  const { summary, exchanges, problems, traffic } = basis;
  if (summary.exitCode === 0 || traffic !== undefined) return false;
  const isOpen = summary.outcome === 'incomplete';
  if (isOpen) {
    const passing = [429, 502, 503, 504];
    return exchanges.some(
      ({ response, failure }) => failure !== undefined || passing.includes(response?.status ?? 0),
    );
  }
  return problems.length > 0 && problems.every(comesAndGoes);
}

/** Whether it was seen in some answers and not in others. */
export function comesAndGoes({ seen }: Problem): boolean {
  return seen.deviates < seen.judged;
}

/** Problems that fail the run. */
export function failing({ problems, requirements, run }: Basis): readonly Problem[] {
  const gated = new Set(
    requirements.flatMap(({ id, strength }) => (strength === 'stated' || run.options.strict ? [id] : [])),
  );
  return problems.filter((problem) => problem.requirements.some((id) => gated.has(id)));
}

function owners({ waivers }: Basis, ...states: readonly WaiverResult['state'][]): string {
  return joined([
    ...new Set(waivers.filter(({ state }) => states.includes(state)).map(({ owner }) => owner)),
  ]);
}

const operatorActs: Readonly<Record<Situation, string>> = {
  unreachable: 'Whoever runs this check: start the service, or correct CONFORMANCE_BASE_URL',
  'no-connection': 'Whoever runs this check: put right what keeps the connection from being made',
  'no-answer': 'Whoever runs this check: find out why the service does not answer',
  'nothing-sent': 'Whoever runs this check: give what the requests need',
  'same-page':
    'Whoever runs this check: correct CONFORMANCE_BASE_URL; such a page comes from a login or a catch-all route',
  'not-found':
    'Whoever runs this check: correct CONFORMANCE_BASE_URL, the path in it above all, or the identifiers',
  gateway: 'Whoever runs this check: start the service behind the gateway, or correct CONFORMANCE_BASE_URL',
  'token-refused': 'Whoever runs this check: give a token that the service accepts',
  'other-api':
    'Whoever runs this check: see whether CONFORMANCE_BASE_URL is right; if it is, the service has to change',
  ordinary: 'Whoever runs this check: give what is missing',
};

/** A run in which some requirements were checked and others were not. */
function partAct({ run, exchanges, unanswered }: Basis): string {
  if (run.cut) return 'Whoever runs this check: let it run to its end';
  if (exchanges.some(({ failure }) => failure !== undefined))
    return 'Whoever runs this check: find out why requests failed; trying again may help';
  return unanswered.length > 0
    ? 'Whoever runs this check: find out why the service refused'
    : operatorActs.ordinary;
}

/** Who has to act, as a sentence. */
export function actOf(basis: Basis, situation: Situation): string {
  switch (actorOf(basis)) {
    case 'operator':
      if (basis.traffic !== undefined) return trafficAct;
      return situation === 'ordinary' ? partAct(basis) : operatorActs[situation];
    case 'waiver-owner':
      return `The owner of the waiver: ${owners(basis, 'stale')}`;
    case 'service': {
      const expired = owners(basis, 'expired');
      const often = retryMayHelp(basis) ? '; it comes and goes, so another run may not show it' : '';
      return `Whoever runs the service${expired === '' ? '' : `, or ${expired}, whose waiver expired`}${often}`;
    }
    case 'client':
      return 'Whoever runs the clients';
    case 'nobody':
      return basis.waivers.some(({ state }) => state === 'active')
        ? `Nobody now; before the waiver ends, ${owners(basis, 'active')}`
        : 'Nobody';
  }
}

const operatorNext: Readonly<Partial<Record<Situation, string>>> = {
  'token-refused': 'Set CONFORMANCE_ACCESS_TOKEN, then: conformance run',
  'same-page': 'Correct CONFORMANCE_BASE_URL, then: conformance doctor',
  'not-found': 'Correct CONFORMANCE_BASE_URL, then: conformance doctor',
  'other-api': 'Correct CONFORMANCE_BASE_URL, then: conformance doctor',
  'nothing-sent': 'Give what is missing, as conformance run --plan names it, then: conformance run',
  ordinary: 'Give what is missing, as conformance run --plan names it, then: conformance run',
};

/** What to do next. */
export function nextOf(basis: Basis, situation: Situation): string {
  const [id] = failing(basis)[0]?.requirements ?? [];
  switch (actorOf(basis)) {
    case 'operator':
      if (basis.traffic !== undefined) return trafficNext;
      return basis.run.cut ? 'conformance run' : (operatorNext[situation] ?? 'conformance doctor');
    case 'waiver-owner':
      return `Remove the entry from the file of waivers, then: conformance ${basis.traffic === undefined ? 'run' : 'check'}`;
    case 'client':
    case 'service':
      return id === undefined ? 'conformance requirements' : `conformance explain ${id}`;
    case 'nobody':
      return basis.waivers.some((waiver) => expiresSoon(waiver, basis.run.startedAt))
        ? 'Change the service before the waiver expires'
        : 'Nothing; run it again when the service changes';
  }
}
