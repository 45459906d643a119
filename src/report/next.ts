import { statusOf } from '../model/exchange.ts';
import { usualTimeoutMs } from '../model/limits.ts';
import { capital } from '../text/capital.ts';
import { shellWord } from '../text/escape.ts';
import { firstOf } from '../text/more.ts';
import { joined } from '../text/plural.ts';
import type { Basis } from './basis.ts';
import { openExchanges } from './service-failures.ts';

/** The command that comes next: it has the flags that were typed, and nothing that was used up. */

/** A command line that works where the run was started. */
export function call({ tool }: Basis, ...words: readonly string[]): string {
  return [tool.command ?? 'conformance', ...words].join(' ');
}

/** Milliseconds between requests where a service limits them. */
const leastDelayMs = 1000;

/** Whether a service limits requests, so that they are to be sent more slowly. */
export function isLimited(basis: Basis): boolean {
  return basis.traffic === undefined && openExchanges(basis).some((one) => statusOf(one) === 429);
}

/** Flags by which the same is sent and judged again; its target and what is sent are settings. */
function sameFlags(basis: Basis, command: string): readonly string[] {
  const { run, operations, tool } = basis;
  const { serial, delayMs, timeoutMs, repeat, strict, requireShown = [], gateAnswers } = run.options;
  const { operations: chosen, unauthorized, required = [] } = run.scope;
  const isRun = command === 'run';
  const isSlower = isRun && isLimited(basis);
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

/** The same, for a command that needs the settings of the run; the same is sent and judged, but for what was used up. */
export function again(basis: Basis, command: string, ...words: readonly string[]): string {
  const { flags = [] } = basis.tool;
  const gone = new Set(command === 'run' ? usedUp(basis).map(({ id }) => id) : []);
  const left = (word: string) => word.split(',').filter((id) => !gone.has(id));
  const kept = flags.flatMap((word, at) =>
    [word, flags[at + 1] ?? word].some((one) => left(one).length === 0) ? [] : left(word).join(),
  );
  const { run: started } = basis.tool;
  if (command === 'run' && started !== undefined && !isLimited(basis)) return started;
  return call(basis, command, ...words, ...sameFlags(basis, command), ...kept);
}

/** What requests removed, may have removed or did not find, where no command makes another. */
export function usedUp({ operations, effects, exchanges, refusals, run, target }: Basis) {
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

/** What is named at most: what was used up, and files of traffic. */
const mostIds = 3;
const mostFiles = 10;

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

/** `Fix the cause, then: conformance run`. */
export function after(leads: readonly string[], command: string): string {
  const all = joined([...new Set(leads)]);
  return all === '' ? command : `${capital(all)}, then: ${command}`;
}

/** The same, with the command that judges again; what was used up has to be replaced as well. */
export function thenAgain(basis: Basis, leads: readonly string[]): string {
  const gone = usedUp(basis);
  const ids = gone.map(({ id, how }) => `${shellWord(id)} ${how}`);
  const others = gone.slice(0, 1).map(({ noun }) => `set another ${noun} (${firstOf(ids, mostIds)})`);
  return after([...leads, ...others], judgedAgain(basis));
}
