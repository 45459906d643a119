import type { Actor, Conclusion, ServiceProblem } from '../model/conclusion.ts';
import { expiresSoon, type WaiverResult } from '../model/waiver.ts';
import { joined } from '../text/plural.ts';
import { urlOf } from '../text/url.ts';
import type { Basis } from './causes.ts';
import { isProtectionUnknown } from './protection.ts';
import { type Situation, situationOf } from './situation.ts';
import { trafficAction } from './traffic-reasons.ts';

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

/** Where whoever runs the check has to act: a situation of the run, or what keeps an ordinary one from being whole. */
type Open = Situation | 'cut' | 'failed-requests' | 'unclear' | 'refused';

/**
 * The verdict, null where it depends on what was checked; who acts; what next, a look at the connection without it.
 * `{host}` is that of the target; `{run}`, `{plan}` and `{doctor}` are commands that work where the run was started.
 */
type OpenWords = readonly [verdict: string | null, act: string, next?: string];

const noConnection = 'No connection to {host}; nothing was checked';
const fixBaseUrl = 'Correct CONFORMANCE_BASE_URL, then: {doctor}';
const giveMissing = 'Give what is missing, as {plan} names it, then: {run}';

const openWords: Readonly<Record<Open, OpenWords>> = {
  unreachable: [noConnection, 'start the service, or correct CONFORMANCE_BASE_URL'],
  'no-connection': [noConnection, 'put right what keeps the connection from being made'],
  'no-answer': ['No answer from {host}; nothing was checked', 'find out why the service does not answer'],
  'nothing-sent': ['No request was sent; nothing was checked', 'give what the requests need', giveMissing],
  'same-page': [
    'Nothing can be said: every request got the same page, so the base URL is probably not that of the service',
    'correct CONFORMANCE_BASE_URL; such a page comes from a login or a catch-all route',
    fixBaseUrl,
  ],
  'not-found': [
    'Nothing can be said: every answer is 404 or 405, so the base URL is probably not that of the service',
    'correct CONFORMANCE_BASE_URL, the path in it above all, or the identifiers',
    fixBaseUrl,
  ],
  gateway: [
    'Nothing can be said: a gateway answers at {host}, and the service behind it does not',
    'start the service behind the gateway, or correct CONFORMANCE_BASE_URL',
  ],
  'token-refused': [
    'Nothing can be said: the service refused the access token in every request',
    'give a token that the service accepts',
    'Set CONFORMANCE_ACCESS_TOKEN, then: {run}',
  ],
  'other-api': [
    null,
    'see whether CONFORMANCE_BASE_URL is right; if it is, the service has to change',
    fixBaseUrl,
  ],
  cut: [null, 'let it run to its end', '{run}'],
  'failed-requests': [null, 'find out why requests failed; trying again may help', giveMissing],
  unclear: [null, 'find out why an unauthorised request was neither refused nor served', giveMissing],
  refused: [null, 'find out why the service refused', giveMissing],
  ordinary: [null, 'give what is missing', giveMissing],
};

/** What keeps a run from being whole in which some requirements were checked. */
function openPart({ run, exchanges, unanswered, requirements }: Basis): Open {
  if (run.cut) return 'cut';
  if (exchanges.some(({ failure }) => failure !== undefined)) return 'failed-requests';
  if (requirements.some(isProtectionUnknown)) return 'unclear';
  return unanswered.length > 0 ? 'refused' : 'ordinary';
}

/** Without a scheme it is plain text everywhere, and no link. */
export function hostOf({ target: { baseUrl } }: Basis): string {
  return urlOf(baseUrl)?.host ?? baseUrl;
}

/** A command line that works where the run was started. */
function call({ tool }: Basis, ...words: readonly string[]): string {
  return [tool.command ?? 'conformance', ...words].join(' ');
}

/** The same, for a command that needs the settings of the run. */
function again(basis: Basis, ...words: readonly string[]): string {
  return call(basis, ...words, ...(basis.tool.flags ?? []));
}

function filled(text: string, basis: Basis): string {
  const words: Readonly<Record<string, () => string>> = {
    host: () => hostOf(basis),
    run: () => again(basis, 'run'),
    plan: () => again(basis, 'run', '--plan'),
    doctor: () => again(basis, 'doctor'),
  };
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name]?.() ?? '');
}

/** The verdict that a situation alone decides; null where it depends on what was checked. */
export function situationVerdict(basis: Basis, situation: Situation): string | null {
  const [verdict] = openWords[situation];
  return verdict === null ? null : filled(verdict, basis);
}

/** Who has to act, as a sentence, and what to do next. */
export function actionOf(basis: Basis, situation: Situation): Pick<Conclusion, 'actor' | 'act' | 'next'> {
  const actor = actorOf(basis);
  return { actor, ...actions[actor](basis, situation) };
}

/** The requirement to look up first. */
function explain(basis: Basis): string {
  const [id] = failing(basis)[0]?.requirements ?? [];
  return id === undefined ? call(basis, 'requirements') : call(basis, 'explain', id);
}

const actions: Readonly<
  Record<Actor, (basis: Basis, situation: Situation) => Pick<Conclusion, 'act' | 'next'>>
> = {
  operator: (basis, situation) => {
    if (basis.traffic !== undefined) return trafficAction;
    const [, act, next = '{doctor}'] = openWords[situation === 'ordinary' ? openPart(basis) : situation];
    return {
      act: `Whoever runs this check: ${act}`,
      next: filled(basis.run.cut ? '{run}' : next, basis),
    };
  },
  'waiver-owner': (basis) => ({
    act: `The owner of the waiver: ${owners(basis, 'stale')}`,
    next: `Remove the entry from the file of waivers, then: ${again(basis, basis.traffic === undefined ? 'run' : 'check')}`,
  }),
  service: (basis) => {
    const expired = owners(basis, 'expired');
    const often = retryMayHelp(basis) ? '; it comes and goes, so another run may not show it' : '';
    return {
      act: `Whoever runs the service${expired === '' ? '' : `, or ${expired}, whose waiver expired`}${often}`,
      next: explain(basis),
    };
  },
  client: (basis) => ({ act: 'Whoever runs the clients', next: explain(basis) }),
  nobody: (basis) => ({
    act: basis.waivers.some(({ state }) => state === 'active')
      ? `Nobody now; before the waiver ends, ${owners(basis, 'active')}`
      : 'Nobody',
    next: basis.waivers.some((waiver) => expiresSoon(waiver, basis.run.startedAt))
      ? 'Change the service before the waiver expires'
      : 'Nothing; run it again when the service changes',
  }),
};
