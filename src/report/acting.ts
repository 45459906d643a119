import type { Conclusion, ServiceProblem, WaiverResult } from '../../schemas/types.ts';
import { groupBy } from '../model/group-by.ts';
import { joined } from '../text/plural.ts';
import { openActs } from './acts.ts';
import type { Basis } from './basis.ts';
import { methodsOf } from './gaps.ts';
import { failing } from './gate.ts';
import { after, again, call, isLimited, thenAgain, usedUp } from './next.ts';
import { hasFailures, otherTraffic } from './obstacles.ts';
import { failureWords, mayPass, openExchanges } from './service-failures.ts';
import { situations } from './situation.ts';
import { endingSoon } from './waivers.ts';

/** Who has to do what, and what comes next. */

const headings = {
  service: 'By the operators of the service',
  client: 'By the operators of the clients',
  operator: 'By whoever runs this check',
} as const;

interface Todo {
  readonly heading: string;
  /** Continues `By …: `. */
  readonly act: string;
  /** What comes before the next run; null where another has to act first, or a flag does it. */
  readonly lead: string | null;
}

/** What has to be done by somebody other than the owner of a waiver. */
interface ActorTodo extends Todo {
  readonly by: keyof typeof headings;
}

/** Nothing where there is nothing to do. */
function todo(
  by: ActorTodo['by'],
  act: string | undefined,
  lead: string | null = null,
): readonly ActorTodo[] {
  return act === undefined || act === '' ? [] : [{ by, heading: headings[by], act, lead }];
}

/** Whether it was seen in some responses and not in others. */
export function comesAndGoes({ seen }: ServiceProblem): boolean {
  return seen.deviates < seen.judged;
}

/**
 * Whether the same run may end differently with nothing changed: a response did not arrive, or came and went. Recorded
 * traffic never changes.
 */
export function retryMayHelp({ outcome, exchanges, problems, traffic }: Basis): boolean {
  if (outcome === 'conforms' || traffic !== undefined) return false;
  if (outcome !== 'incomplete') return problems.length > 0 && problems.every(comesAndGoes);
  return exchanges.some(mayPass);
}

/** The open requests of a run whose failure may pass by itself. */
function passing(basis: Basis) {
  return basis.traffic === undefined ? openExchanges(basis).filter(mayPass) : [];
}

const findFailure = 'find out why requests failed';

/** What has to be done about requests that failed or were refused. */
function requestTodos(basis: Basis): readonly ActorTodo[] {
  const { refusals, situation, failures, outcome } = basis;
  const isWaiting = outcome === 'incomplete' && passing(basis).length > 0;
  const fix = `fix the service${isWaiting ? ' (or wait until it works again)' : ''}`;
  const isSilent = situation === 'no-answer' && failures.length > 0;
  const silence = 'find out why the service does not respond';
  const gone = new Set(usedUp(basis).map(({ exchange }) => exchange));
  const failed = new Set(failures.map(({ id }) => id));
  const isBroken = openExchanges(basis).some(({ id, failure }) => failure !== undefined && !failed.has(id));
  const refused = [...refusals].filter(([id]) => !failed.has(id));
  return [
    ...todo('service', isSilent ? silence : failureWords(failures), fix),
    ...refused.flatMap(([id, { first, service, operator = '' }]) => [
      ...todo('service', service, first === 'service' ? fix : null),
      ...todo('operator', operator, first === 'operator' && !gone.has(id) ? operator : null),
    ]),
    ...(isBroken ? todo('operator', findFailure, findFailure) : []),
  ];
}

/** The flags of the next command do it. */
function slower(basis: Basis): readonly ActorTodo[] {
  const { delayMs, serial } = basis.run.options;
  const flags = delayMs > 0 ? 'a longer --delay-ms' : serial ? '--delay-ms' : '--serial, --delay-ms';
  return isLimited(basis) ? todo('operator', `send requests more slowly (${flags})`) : [];
}

/** What to do where nothing failed, nothing was refused and nothing is missing. */
function otherwise({ gaps }: Basis): readonly ActorTodo[] {
  const isBlocked = gaps.every(({ because, covered }) => because !== undefined && !covered);
  return gaps.length > 0 && isBlocked
    ? todo('service', 'change what deviates, so that the rest can be checked', 'fix what deviates')
    : todo(
        'operator',
        'choose requests whose responses have the fields that were not checked',
        'choose other requests',
      );
}

/** What has to be done so that the rest can be checked, the likelier owner first. */
function openTodos(basis: Basis): readonly ActorTodo[] {
  const { obstacles, recording, traffic, outcome } = basis;
  const isOpen = outcome === 'incomplete';
  const whole = obstacles.flatMap(({ act }) => todo('operator', act));
  if (traffic !== undefined)
    return [
      ...(isOpen && whole.length === 0 ? todo('operator', otherTraffic) : whole),
      ...(hasFailures(traffic) ? todo('service', findFailure, isOpen ? findFailure : null) : []),
    ];
  if (whole.length > 0) return whole;
  const [missing] = recording.header.gaps;
  const set = missing && `${missing.isSet ? 'correct' : 'set'} ${missing.setting}`;
  const all = [...requestTodos(basis), ...slower(basis), ...todo('operator', set, set)];
  if (all.length === 0) return otherwise(basis);
  const first = all.some(({ by, lead }) => by === 'service' && lead !== null) ? 'service' : 'operator';
  return [...all.filter(({ by }) => by === first), ...all.filter(({ by }) => by !== first)];
}

/** What deviates has to be fixed, by the service or its clients; beside it what could not be judged, by its owners. */
function deviationTodos(basis: Basis): readonly ActorTodo[] {
  const sides = new Set(failing(basis).map(({ side }) => side));
  const often = retryMayHelp(basis) ? '; the deviation comes and goes, so another run may not show it' : '';
  const open = openActs(basis).length > 0 || basis.traffic !== undefined ? openTodos(basis) : [];
  // To fix the service is to fix what deviates as well.
  const isFixed = open.some(({ by, lead }) => by === 'service' && lead !== null);
  const lead = isFixed ? null : 'fix what deviates';
  return [
    ...(sides.has(undefined) ? todo('service', `fix what deviates${often}`, lead) : []),
    ...(sides.has('request') ? todo('client', 'fix what deviates in their requests', lead) : []),
    ...(sides.size === 0 ? todo('service', 'change the service back, or declare what it says now') : []),
    ...open,
  ];
}

function todosOf(basis: Basis): readonly ActorTodo[] {
  const { outcome, situation } = basis;
  const { operator, service, lead = null } = situations[situation];
  if (operator !== undefined) return [...todo('operator', operator, lead), ...todo('service', service)];
  if (outcome === 'incomplete') return openTodos(basis);
  return outcome === 'deviates' ? deviationTodos(basis) : [];
}

/** Each owner once, with all that it has to do. */
function actText(todos: readonly Todo[]): string {
  const texts = [...groupBy(todos, ({ heading }) => heading)].map(
    ([heading, own]) => `${heading}: ${[...new Set(own.map(({ act }) => act))].join('; ')}`,
  );
  return texts.join('. ');
}

const which: Readonly<Record<'stale' | 'expired' | 'active', string>> = {
  stale: ' that are no longer needed',
  expired: ' that expired',
  active: '',
};

/** `the waiver of put.status:type`; of several, their number. */
function waiverWords(waivers: readonly WaiverResult[], state: keyof typeof which): string {
  const [first, ...others] = waivers;
  return others.length === 0 && first !== undefined
    ? `the waiver of ${first.id}`
    : `the ${waivers.length} waivers${which[state]}`;
}

/** What has to be done about waivers, by their owners. */
function waiverTodos({ waivers, outcome }: Basis): readonly Todo[] {
  const of = (state: keyof typeof which, act: string, lead: string | null): readonly Todo[] => {
    const own = waivers.filter((one) => one.state === state);
    const names = [...new Set(own.map(({ owner }) => owner))];
    const filled = (text: string) => text.replace('{which}', () => waiverWords(own, state));
    const heading = `By ${joined(names)}`;
    return own.length === 0 ? [] : [{ heading, act: filled(act), lead: lead && filled(lead) }];
  };
  const renew = 'renew it in place of the fix';
  const [end = ''] = waivers.flatMap(({ state, expires }) => (state === 'active' ? expires : [])).sort();
  return [
    ...(outcome === 'conforms' ? [] : of('stale', 'remove {which}', 'remove {which}')),
    ...(outcome === 'deviates'
      ? of('expired', `once it is fixed, remove {which}, or ${renew}`, `remove {which} (or ${renew})`)
      : []),
    ...of('active', `by ${end}, have fixed what is accepted, or renew {which}`, null),
  ];
}

/** `; trying again may help with the DELETE`, where the run may end differently with nothing changed. */
function againWords(basis: Basis): string {
  const { outcome } = basis;
  if (outcome === 'incomplete') return retryMayHelp(basis) ? '; trying again may help' : '';
  const open = outcome === 'deviates' ? passing(basis) : [];
  return open.length === 0 ? '' : `; trying again may help with the ${methodsOf(open, basis)}`;
}

/** What comes next where nobody has to act. */
function nothingNow({ waivers, run, traffic }: Basis): string {
  const soon = endingSoon(waivers, run.startedAt);
  if (soon.length > 0) return `Change the service before ${waiverWords(soon, 'active')} expires`;
  const again = traffic === undefined ? 'run it again' : 'record and check again';
  return `Nothing now; ${again} when the service changes`;
}

function nextOf(basis: Basis, leads: readonly string[]): string {
  const { outcome, traffic, situation } = basis;
  if (outcome === 'conforms') return nothingNow(basis);
  if (situations[situation].isForDoctor) return after(leads, again(basis, 'doctor'));
  if (outcome === 'deviates' && failing(basis).length === 0)
    return `Change the service back, or ask it anew (${again(basis, 'explore')}) and declare what it says: ${call(basis, 'explore', '--accept')}`;
  const how = outcome === 'incomplete' ? ' as docs/traffic.md describes' : '';
  return thenAgain(basis, traffic === undefined ? leads : [...leads, `record again${how}`]);
}

/** Who has to act, as a sentence, and what to do next. */
export function actionOf(basis: Basis): Pick<Conclusion, 'actor' | 'act' | 'next'> {
  const { outcome } = basis;
  const todos = todosOf(basis);
  const waivers = waiverTodos(basis);
  const [first] = todos;
  const none = basis.waivers.some(({ state }) => state === 'active') ? 'None now' : 'None';
  const texts = [
    ...(outcome === 'conforms' ? [none] : []),
    ...(first === undefined ? [] : [`${actText(todos)}${againWords(basis)}`]),
    ...(waivers.length === 0 ? [] : [actText(waivers)]),
  ];
  const leads = [...todos, ...waivers].flatMap(({ lead }) => lead ?? []);
  return {
    actor: first?.by ?? (outcome === 'stale-waivers' ? 'waiver-owner' : 'nobody'),
    act: texts.join('. '),
    next: nextOf(basis, leads),
  };
}
