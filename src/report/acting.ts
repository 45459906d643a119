import type { Actor, Conclusion, ServiceProblem, WaiverResult } from '../../schemas/types.ts';
import { statusOf } from '../model/exchange.ts';
import { groupBy } from '../model/group-by.ts';
import { usualTimeoutMs } from '../model/limits.ts';
import { endingSoon } from '../model/waiver.ts';
import { capital } from '../text/capital.ts';
import { shellWord } from '../text/escape.ts';
import { firstOf } from '../text/more.ts';
import { joined } from '../text/plural.ts';
import { openCauses } from './causes.ts';
import type { Basis } from './conclusion.ts';
import { failing } from './gate.ts';
import { isUnprotected, methodsOf } from './protection.ts';
import type { RefusalAct } from './refused/refused.ts';
import { failedWith, failureWords, mayPass, openExchanges, serviceFailures } from './service-failures.ts';
import { hostOf, type Situation } from './situation.ts';
import { hasFailures, trafficAct, trafficGaps } from './traffic-reasons.ts';

/** Situations that say nothing about the service that was meant, whatever deviates. */
const elsewhere: ReadonlySet<Situation> = new Set(['other-api', 'same-page', 'not-found', 'gateway']);

/** Whether nothing but deviations, none of them accepted, kept requirements from being checked. */
function isBlockedAlone({ requirements, run, traffic }: Basis): boolean {
  const open = requirements.filter(({ verdict }) => verdict === 'not-exercised');
  const isBlocked = open.every(({ because, waiver }) => because !== undefined && waiver === undefined);
  return open.length > 0 && isBlocked && !run.cut && traffic === undefined;
}

/** Whether its operators have to act first where something was not checked. */
function isForService(basis: Basis): boolean {
  if (serviceFailures(basis).length > 0 || isBlockedAlone(basis)) return true;
  return hasOwnWords(basis) && openTodos(basis).todos[0]?.by === 'service';
}

/** Whether the situation leaves open what has to be done. */
function hasOwnWords({ situation }: Basis): boolean {
  return situation === 'ordinary' || situation === 'redirected' || situation === 'nothing-sent';
}

/** Who has to act. */
export function actorOf(basis: Basis): Actor {
  const { summary, situation } = basis;
  if (elsewhere.has(situation)) return 'operator';
  if (summary.outcome === 'incomplete') return isForService(basis) ? 'service' : 'operator';
  if (summary.outcome === 'stale-waivers') return 'waiver-owner';
  if (summary.outcome !== 'deviates') return 'nobody';
  const all = failing(basis);
  return all.length > 0 && all.every(({ side }) => side === 'request') ? 'client' : 'service';
}

/**
 * Whether the same run may end differently with nothing changed: a response did not arrive, or came and went. Recorded
 * traffic never changes.
 */
export function retryMayHelp({ summary, exchanges, problems, traffic }: Basis): boolean {
  if (summary.exitCode === 0 || traffic !== undefined) return false;
  if (summary.outcome !== 'incomplete') return problems.length > 0 && problems.every(comesAndGoes);
  return exchanges.some(mayPass);
}

/** Whether it was seen in some responses and not in others. */
export function comesAndGoes({ seen }: ServiceProblem): boolean {
  return seen.deviates < seen.judged;
}

/** A command line that works where the run was started. */
function call({ tool }: Basis, ...words: readonly string[]): string {
  return [tool.command ?? 'conformance', ...words].join(' ');
}

/** Flags by which the same is sent and judged again; its target and what is sent are settings. */
function sameFlags(basis: Basis, command: string): readonly string[] {
  const { run, operations, tool } = basis;
  const { serial, delayMs, timeoutMs, repeat, strict, requireShown = [], gateAnswers } = run.options;
  const { operations: chosen, unauthorized, required = [] } = run.scope;
  const isRun = command === 'run';
  const isSlower = isRun && asksSlower(basis);
  const delay = isSlower ? Math.max(leastDelayMs, 2 * delayMs) : delayMs;
  if (!isRun && command !== 'check') return [];
  return [
    ...(chosen.length < operations.length ? chosen.flatMap((name) => ['--operation', name]) : []),
    ...(isRun && !unauthorized ? ['--no-unauthorized'] : []),
    ...(isRun && repeat > 1 ? ['--repeat', String(repeat)] : []),
    ...(isRun ? [] : required.flatMap((id) => ['--require', id])),
    ...(isRun && (serial || isSlower) ? ['--serial'] : []),
    ...(isRun && delay > 0 ? ['--delay-ms', String(delay)] : []),
    ...(isRun && timeoutMs !== usualTimeoutMs ? ['--timeout-ms', String(timeoutMs)] : []),
    ...(strict ? ['--strict'] : []),
    ...(requireShown.length > 0 ? ['--require-shown', requireShown.join(',')] : []),
    ...(gateAnswers === true ? ['--gate-answers'] : []),
    ...(isRun ? (tool.runFlags ?? []) : []),
  ];
}

/** Milliseconds between requests where a service limits them. */
const leastDelayMs = 1000;

/** Whether whoever runs the check has to send requests more slowly. */
function asksSlower(basis: Basis): boolean {
  return isUnclear(basis) || openExchanges(basis).some((one) => statusOf(one) === 429);
}

/** The same, for a command that needs the settings of the run; the same is sent and judged, but for what was used up. */
function again(basis: Basis, command: string, ...words: readonly string[]): string {
  const { flags = [] } = basis.tool;
  const gone = new Set(command === 'run' ? usedUp(basis).map(({ id }) => id) : []);
  const left = (word: string) => word.split(',').filter((id) => !gone.has(id));
  const kept = flags.flatMap((word, at) =>
    [word, flags[at + 1] ?? word].some((one) => left(one).length === 0) ? [] : left(word).join(),
  );
  return call(basis, command, ...words, ...sameFlags(basis, command), ...kept);
}

/** What requests removed, may have removed or did not find, where no command makes another. */
function usedUp({ operations, effects, exchanges, refusals, run, target }: Basis) {
  if (run.options.made === true || target.reference) return [];
  const all = operations.flatMap(({ name, effect }) => {
    const { removes, noun = '', confirmed = '', unknown = '' } = effect ?? {};
    const own = exchanges.filter(({ operation }) => operation === name && removes !== undefined);
    return own.flatMap(({ id: exchange, request, response }) => {
      const id = request.addressed[removes ?? ''] ?? '';
      const state = effects.find((one) => one.exchange === exchange)?.state;
      const isMissing = response?.status === 404 && refusals.get(exchange)?.first === 'operator';
      const gone = state === 'confirmed' ? `was ${confirmed}` : isMissing && 'was not found';
      const how = gone === false && state === 'unknown' ? unknown : gone;
      return how === false ? [] : [{ id, noun, how, exchange }];
    });
  });
  // The last request for it knows best.
  return all.filter(({ id }, at) => all.findLastIndex((one) => one.id === id) === at);
}

/** `Fix the cause, then: conformance run`; what was used up has to be replaced as well. */
function thenAgain(basis: Basis, ...leads: readonly string[]): string {
  const gone = usedUp(basis);
  const ids = gone.map(({ id, how }) => `${shellWord(id)} ${how}`);
  const others = gone.slice(0, 1).map(({ noun }) => `set another ${noun} (${firstOf(ids, mostIds)})`);
  const stale = isBesideStale(basis) ? [`remove ${waiverWords(basis, 'stale')}`] : [];
  const all = joined([...leads, ...others, ...stale]);
  return all === '' ? judgedAgain(basis) : `${capital(all)}, then: ${judgedAgain(basis)}`;
}

/** The command that judges again: of traffic the files that were named, where each of them is known. */
function judgedAgain(basis: Basis): string {
  if (basis.traffic === undefined) return again(basis, 'run');
  const { sources, parts } = basis.traffic;
  const names = sources.map(({ name }) => (name === 'stdin' ? '-' : shellWord(name)));
  const isFew = names.length > 0 && names.length <= mostFiles;
  // What was watched has no format.
  const isKnown = isFew && parts === undefined && sources.every(({ format }) => format !== null);
  return again(basis, 'check', ...(isKnown ? names : ['FILE']));
}

/** What is named at most: what was used up, and files of traffic. */
const mostIds = 3;
const mostFiles = 10;

/** What has to be done, and by whom. */
interface Todo {
  readonly by: 'service' | 'client' | 'operator';
  /** Continues `By …: `. */
  readonly act: string;
}

const by: Readonly<Record<Todo['by'], string>> = {
  service: 'By the operators of the service',
  client: 'By the operators of the clients',
  operator: 'By whoever runs this check',
};

/** Each owner once, with all that it has to do. */
function actText(todos: readonly Todo[]): string {
  return [...groupBy(todos, (todo) => todo.by)]
    .map(([owner, own]) => `${by[owner]}: ${[...new Set(own.map(({ act }) => act))].join('; ')}`)
    .join('. ');
}

/** What is said of refused requests, without those at which the service failed. */
function refusedOf(basis: Basis): readonly RefusalAct[] {
  const failed = new Set(serviceFailures(basis).map(({ id }) => id));
  return [...basis.refusals].flatMap(([id, refused]) => (failed.has(id) ? [] : [refused]));
}

/** Whether requests failed that did not fail at the service itself. */
function isBroken(basis: Basis): boolean {
  const failures = serviceFailures(basis);
  const others = openExchanges(basis).filter((one) => failures.length === 0 || failedWith(one) === null);
  return others.some(({ failure }) => failure !== undefined);
}

/** Whether responses to unauthorised requests were unclear, with no failure of the service. */
function isUnclear(basis: Basis): boolean {
  const isOpen = basis.summary.outcome === 'incomplete' || basis.summary.outcome === 'deviates';
  if (!isOpen || elsewhere.has(basis.situation)) return false;
  if (serviceFailures(basis).length > 0 || isBroken(basis)) return false;
  return basis.requirements.some(isUnprotected);
}

/** Requests that are to be sent more slowly; the next command has the flags. */
function slowerActs(basis: Basis): readonly string[] {
  if (!asksSlower(basis)) return [];
  const { delayMs, serial } = basis.run.options;
  const flags = delayMs > 0 ? 'a longer --delay-ms' : serial ? '--delay-ms' : '--serial, --delay-ms';
  const why = isUnclear(basis) ? ': the responses to unauthorised ones were unclear' : '';
  return [`send requests more slowly (${flags})${why}`];
}

/** Whether what failed may pass by itself. */
function isPassing(basis: Basis): boolean {
  return basis.traffic === undefined && openExchanges(basis).some(mayPass);
}

function orWait(basis: Basis): string {
  return isPassing(basis) ? ' (or wait until it works again)' : '';
}

const findFailure = 'find out why requests failed';
const findSilence = 'find out why the service does not respond';

/** What has to be done so that the rest can be checked, the likelier owner first, and what comes before the next run. */
interface Open {
  readonly todos: readonly Todo[];
  /** What the service has to do before. */
  readonly fixes: readonly string[];
  /** What whoever runs the check has to do before. */
  readonly leads: readonly string[];
}

function openTodos(basis: Basis): Open {
  const { run, gaps, traffic, situation, refusals } = basis;
  if (traffic !== undefined) return { todos: trafficTodos(basis), fixes: [], leads: [] };
  if (run.cut) return { todos: [{ by: 'operator', act: 'let it run to its end' }], fixes: [], leads: [] };
  const failures = serviceFailures(basis);
  const refused = isUnclear(basis) ? [] : refusedOf(basis);
  const missing = gaps.slice(0, 1).map(({ setting, isSet }) => `${isSet ? 'correct' : 'set'} ${setting}`);
  const fix = situation === 'no-answer' ? findSilence : failureWords(failures);
  const broken = isBroken(basis) ? [findFailure] : [];
  const acts = (by: Todo['by'], all: readonly string[]) => all.map((act): Todo => ({ by, act }));
  const service = acts('service', [
    ...(failures.length > 0 ? [fix] : []),
    ...refused.flatMap((one) => one.service ?? []),
  ]);
  const asked = refused.flatMap((one) => one.operator ?? []);
  const operator = acts('operator', [...asked, ...broken, ...slowerActs(basis), ...missing]);
  const wrong = refused.flatMap(({ first, service }) => (first === 'service' ? (service ?? []) : []));
  const fixes = [...(failures.length > 0 ? [`fix what failed${orWait(basis)}`] : []), ...new Set(wrong)];
  const todos = fixes.length > 0 ? [...service, ...operator] : [...operator, ...service];
  if (todos.length === 0) {
    const act = 'choose requests whose responses have the fields that were not checked';
    return { todos: acts('operator', [act]), fixes, leads: ['choose other requests'] };
  }
  const gone = new Set(usedUp(basis).map(({ exchange }) => refusals.get(exchange)));
  const own = refused.filter((one) => one.first === 'operator' && !gone.has(one));
  const leads = [...own.flatMap((one) => one.operator ?? []), ...broken, ...missing];
  return { todos, fixes, leads: [...new Set(leads)] };
}

function trafficTodos({ traffic, run, summary, requirements }: Basis): readonly Todo[] {
  if (traffic === undefined) return [];
  const isOpen = summary.outcome === 'incomplete' || trafficGaps(traffic, requirements, run.cut).length > 0;
  return [
    ...(isOpen ? [{ by: 'operator', act: trafficAct(traffic, run.cut) } as const] : []),
    ...(hasFailures(traffic) ? [{ by: 'service', act: findFailure } as const] : []),
  ];
}

/** What is said of a run in which not everything was checked. */
interface OpenWords {
  /** Absent where it depends on what was checked. */
  readonly verdict?: string;
  /** Continues "By whoever runs this check: "; absent where it depends on what was not checked. */
  readonly act?: string;
  /** Continues "By the operators of the service: ". */
  readonly service?: string;
  /** What to do next; a look at the connection without it. */
  readonly next?: string;
}

/** `502`, `502 and 503`. */
function statusesIn({ exchanges }: Basis): string {
  return joined([...new Set(exchanges.flatMap((one) => statusOf(one) ?? []))].map(String));
}

function openWords(basis: Basis): Readonly<Record<Situation, OpenWords>> {
  const host = hostOf(basis);
  const verdict = `No connection to ${host}; nothing was checked`;
  const elsewhere = `Correct CONFORMANCE_BASE_URL, then: ${again(basis, 'doctor')}`;
  return {
    ordinary: {},
    unreachable: { verdict, act: 'start the service, or correct CONFORMANCE_BASE_URL' },
    'no-connection': { verdict, act: 'fix what prevents the connection' },
    'no-answer': {
      verdict: `No response from ${host}; nothing was checked`,
      act: findSilence,
    },
    'nothing-sent': { verdict: 'No request was sent; nothing was checked' },
    'same-page': {
      verdict:
        'Nothing was checked: every request got the same page, so the base URL is probably not that of the service',
      act: 'correct CONFORMANCE_BASE_URL (the page is probably a login page, or that of a route that matches every path)',
      service:
        'if the base URL is right, route the paths of the document before the route that matches every path',
      next: elsewhere,
    },
    redirected: { verdict: 'Nothing was checked: every request was redirected' },
    'not-found': {
      verdict:
        'Nothing was checked: every response is 404 or 405, so the base URL is probably not that of the service',
      act: 'correct CONFORMANCE_BASE_URL (most often its path is wrong), or the identifiers',
      service: 'if they are right, serve the methods and paths of the document',
      next: elsewhere,
    },
    gateway: {
      verdict: `Nothing was checked: every response is ${statusesIn(basis)}, so a gateway probably responded in place of the service`,
      act: 'start the service behind the gateway, or correct CONFORMANCE_BASE_URL',
      ...(usedUp(basis).length === 0 ? {} : { next: thenAgain(basis, 'Start the service') }),
    },
    'token-refused': {
      verdict: 'Nothing was checked: the service refused the access token in every request',
      act: 'set a token that the service accepts',
      service: 'if this one is valid, accept it as Authorization: Bearer TOKEN',
      next: thenAgain(basis, 'Set another CONFORMANCE_ACCESS_TOKEN'),
    },
    'other-api': {
      act: 'check CONFORMANCE_BASE_URL',
      service: 'if it is right, return what the document requires',
      next: elsewhere,
    },
  };
}

/** The verdict that the situation alone decides; null where it depends on what was checked. */
export function situationVerdict(basis: Basis): string | null {
  return openWords(basis)[basis.situation].verdict ?? null;
}

function owners({ waivers }: Basis, wanted: WaiverResult['state']): string {
  return joined([...new Set(waivers.filter(({ state }) => state === wanted).map(({ owner }) => owner))]);
}

const many = { stale: ' that are no longer needed', expired: ' that expired', active: '' };

/** `the waiver of put.status:type`; of several, their number. */
function waiverWords({ waivers }: Basis, state: keyof typeof many): string {
  const [first, ...others] = waivers.filter((one) => one.state === state);
  return others.length === 0 && first !== undefined
    ? `the waiver of ${first.id}`
    : `the ${others.length + 1} waivers${many[state]}`;
}

/** Whether a waiver is to be removed, which is not all that has to be done. */
function isBesideStale(basis: Basis): boolean {
  const { outcome, exitCode } = basis.summary;
  return outcome !== 'stale-waivers' && exitCode !== 0 && owners(basis, 'stale') !== '';
}

/** What has to be done about waivers, by their owners. */
function waiverActs(basis: Basis): readonly string[] {
  const of = (state: WaiverResult['state'] & keyof typeof many, act: string, rest = '') =>
    owners(basis, state) === ''
      ? []
      : [`By ${owners(basis, state)}: ${act} ${waiverWords(basis, state)}${rest}`];
  const [end = ''] = basis.waivers
    .flatMap(({ state, expires }) => (state === 'active' ? expires : []))
    .sort();
  const isFailing = basis.summary.outcome === 'deviates';
  return [
    ...(isBesideStale(basis) || basis.summary.outcome === 'stale-waivers' ? of('stale', 'remove') : []),
    ...(isFailing ? of('expired', 'once it is fixed, remove', ', or renew it in place of the fix') : []),
    ...(end === '' ? [] : of('active', `by ${end}, have fixed what is accepted, or renew`)),
  ];
}

/** What has to be done where not everything was checked. */
function afterGaps(basis: Basis): Pick<Conclusion, 'act' | 'next'> {
  const { todos, fixes, leads } = openTodos(basis);
  const fix = fixes.length > 0 ? [`fix the service${orWait(basis)}`] : [];
  return { act: actText(todos), next: thenAgain(basis, ...fix, ...leads) };
}

const nothingOpen: Open = { todos: [], fixes: [], leads: [] };

/** What deviates has to be fixed, by the service or its clients; beside it what could not be judged, by its owners. */
function afterDeviations(basis: Basis): Pick<Conclusion, 'act' | 'next'> {
  const sides = new Set(failing(basis).map(({ side }) => side));
  const often = retryMayHelp(basis) ? '; the deviation comes and goes, so another run may not show it' : '';
  const isOpen = openCauses(basis).length > 0 || basis.traffic !== undefined;
  const { todos, fixes, leads } = isOpen ? openTodos(basis) : nothingOpen;
  const fix: readonly Todo[] = [
    ...(sides.has(undefined) ? [{ by: 'service', act: `fix what deviates${often}` } as const] : []),
    ...(sides.has('request') ? [{ by: 'client', act: 'fix what deviates in their requests' } as const] : []),
  ];
  const isExpired = owners(basis, 'expired') !== '';
  const expired = `remove ${waiverWords(basis, 'expired')} (or renew it in place of the fix)`;
  const all = [
    'fix what deviates',
    ...fixes,
    ...(isExpired ? [expired] : []),
    ...leads,
    ...(basis.traffic === undefined ? [] : ['record again']),
  ];
  return { act: actText([...fix, ...todos]), next: thenAgain(basis, ...all) };
}

/** Either the service changed, or what is declared is wrong. */
function afterContradiction(basis: Basis): Pick<Conclusion, 'act' | 'next'> {
  const accept = call(basis, 'explore', '--accept');
  return {
    act: 'By the operators of the service, or by whoever declared the answer to an open question',
    next: `Change the service back, or ask it anew (${again(basis, 'explore')}) and declare what it says: ${accept}`,
  };
}

const actions: Readonly<Record<Actor, (basis: Basis) => Pick<Conclusion, 'act' | 'next'>>> = {
  operator: (basis) => {
    const { traffic, situation } = basis;
    if (traffic !== undefined)
      return {
        act: actText(openTodos(basis).todos),
        next: `${capital(joined([...(hasFailures(traffic) ? [findFailure] : []), 'record again']))}, as docs/traffic.md describes`,
      };
    if (hasOwnWords(basis)) return afterGaps(basis);
    const { act = '', service, next = again(basis, 'doctor') } = openWords(basis)[situation];
    const others = service === undefined ? [] : [{ by: 'service', act: service } as const];
    return {
      act: actText([{ by: 'operator', act }, ...others]),
      next: basis.run.cut ? thenAgain(basis) : next,
    };
  },
  'waiver-owner': (basis) => ({
    act: '',
    next: thenAgain(basis, `Remove ${waiverWords(basis, 'stale')}`),
  }),
  service: (basis) => {
    if (basis.summary.outcome === 'incomplete')
      return isBlockedAlone(basis) && serviceFailures(basis).length === 0
        ? {
            act: `${by.service}: change what deviates, so that the rest can be checked`,
            next: thenAgain(basis, 'fix what deviates'),
          }
        : afterGaps(basis);
    return failing(basis).length === 0 ? afterContradiction(basis) : afterDeviations(basis);
  },
  client: afterDeviations,
  nobody: (basis) => {
    const isSoon = endingSoon(basis.waivers, basis.run.startedAt).length > 0;
    const again = basis.traffic === undefined ? 'run it again' : 'record and check again';
    return {
      act: owners(basis, 'active') === '' ? 'None' : 'None now',
      next: isSoon
        ? `Change the service before ${waiverWords(basis, 'active')} expires`
        : `Nothing now; ${again} when the service changes`,
    };
  },
};

/** `; trying again may help with the DELETE`, where the run may end differently with nothing changed. */
function againWords(basis: Basis): string {
  const { outcome } = basis.summary;
  if (outcome === 'incomplete') return retryMayHelp(basis) ? '; trying again may help' : '';
  if (outcome !== 'deviates' || !isPassing(basis)) return '';
  return `; trying again may help with the ${methodsOf(openExchanges(basis).filter(mayPass), basis)}`;
}

/** Who has to act, as a sentence, and what to do next. */
export function actionOf(basis: Basis): Pick<Conclusion, 'actor' | 'act' | 'next'> {
  const actor = actorOf(basis);
  const { act, next } = actions[actor](basis);
  const all = [`${act}${againWords(basis)}`, ...waiverActs(basis)];
  return { actor, act: all.filter((one) => one !== '').join('. '), next };
}
