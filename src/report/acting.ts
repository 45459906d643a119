import type { Actor, ServiceProblem } from '../model/conclusion.ts';
import { expiresSoon, type WaiverResult } from '../model/waiver.ts';
import type { Basis } from './causes.ts';
import { joined } from './diagnosis/mistake.ts';
import { isProtectionUnknown } from './protection.ts';
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
export function comesAndGoes({ seen }: ServiceProblem): boolean {
  return seen.deviates < seen.judged;
}

/** Problems that fail the run. */
export function failing({ problems, requirements, run }: Basis): readonly ServiceProblem[] {
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
function partAct({ run, exchanges, unanswered, requirements }: Basis): string {
  if (run.cut) return 'Whoever runs this check: let it run to its end';
  if (exchanges.some(({ failure }) => failure !== undefined))
    return 'Whoever runs this check: find out why requests failed; trying again may help';
  if (requirements.some(isProtectionUnknown))
    return 'Whoever runs this check: find out why an unauthorised request was neither refused nor served';
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

/** A command line that works where the run was started. */
function call({ tool }: Basis, ...words: readonly string[]): string {
  return [tool.command ?? 'conformance', ...words].join(' ');
}

/** The same, for a command that needs the settings of the run. */
function again(basis: Basis, ...words: readonly string[]): string {
  return call(basis, ...words, ...(basis.tool.flags ?? []));
}

const fixBaseUrl = (basis: Basis) => `Correct CONFORMANCE_BASE_URL, then: ${again(basis, 'doctor')}`;

const giveMissing = (basis: Basis) =>
  `Give what is missing, as ${again(basis, 'run', '--plan')} names it, then: ${again(basis, 'run')}`;

const operatorNext: Readonly<Partial<Record<Situation, (basis: Basis) => string>>> = {
  'token-refused': (basis) => `Set CONFORMANCE_ACCESS_TOKEN, then: ${again(basis, 'run')}`,
  'same-page': fixBaseUrl,
  'not-found': fixBaseUrl,
  'other-api': fixBaseUrl,
  'nothing-sent': giveMissing,
  ordinary: giveMissing,
};

/** What to do next. */
export function nextOf(basis: Basis, situation: Situation): string {
  const [id] = failing(basis)[0]?.requirements ?? [];
  switch (actorOf(basis)) {
    case 'operator':
      if (basis.traffic !== undefined) return trafficNext;
      return basis.run.cut
        ? again(basis, 'run')
        : (operatorNext[situation]?.(basis) ?? again(basis, 'doctor'));
    case 'waiver-owner':
      return `Remove the entry from the file of waivers, then: ${again(basis, basis.traffic === undefined ? 'run' : 'check')}`;
    case 'client':
    case 'service':
      return id === undefined ? call(basis, 'requirements') : call(basis, 'explain', id);
    case 'nobody':
      return basis.waivers.some((waiver) => expiresSoon(waiver, basis.run.startedAt))
        ? 'Change the service before the waiver expires'
        : 'Nothing; run it again when the service changes';
  }
}
