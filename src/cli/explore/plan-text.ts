import { askersOf, type ExploreChoice, pathsOf, preparedFor } from '../../explore/plan.ts';
import type { Asker } from '../../explore/probes.ts';
import { written } from '../../json/plain.ts';
import { type Asking, askings } from '../../model/question.ts';
import { planBeforeCommands } from '../../run/prepare.ts';
import { newRunId } from '../../run/run.ts';
import type { TargetSettings } from '../../settings/index.ts';
import { plural } from '../../text/plural.ts';
import { cleanUpLines, connectionLines, printable } from '../run/plan-text.ts';
import { dangers, type ExploreOptions } from './commands.ts';

/** What is chosen by the flags; everything where nothing was allowed, as nothing is sent then. */
export function choiceOf(
  { allow = [], maxRequests }: ExploreOptions,
  only: ExploreChoice['only'],
): ExploreChoice {
  const allowed = new Set<Asking>(allow.length === 0 ? dangers : allow);
  return { allowed, mostRequests: maxRequests, only };
}

const whatTheyDo: Readonly<Partial<Record<Asking, string>>> = {
  refusal: 'a sound service refuses them',
  write: 'they write, or may',
};

function sum(askers: readonly Asker[]): number {
  return askers.reduce((all, { most }) => all + most, 0);
}

/** The questions of one danger, each with how many requests it takes at most. */
function dangerLines(asking: Asking, all: readonly Asker[]): readonly string[] {
  const of = all.filter(({ asks }) => asks === asking);
  if (of.length === 0) return [];
  const what =
    whatTheyDo[asking] ?? 'they remove one resource for each question at most, set or made by a command';
  const lines = of.map(({ id, most, base: { operation }, sends }) => {
    return `  ${String(most).padStart(3)} × ${id}: ${operation.method} ${sends}`;
  });
  return ['', `${asking}: ${plural(sum(of), 'request')} at most; ${what}.`, ...lines];
}

/** What would be sent at most, by danger and question; sends nothing and runs no command. */
export function planText(
  settings: TargetSettings,
  choice: ExploreChoice,
  isAllowed: boolean,
  columns: number,
): string {
  const runId = newRunId();
  const plan = planBeforeCommands(preparedFor(settings, choice), runId);
  const { bases, askers, slots } = askersOf(settings, plan, runId, choice);
  const { origin } = new URL(settings.baseUrl);
  const places = askers.flatMap((asker) => {
    const { method } = asker.base.operation;
    return pathsOf(asker, settings.baseUrl).map((path) => `  ${method} ${origin}${path}`);
  });
  const bodies = bases.filter(({ body }) => body !== undefined);
  const { mostRequests } = choice;
  const lines = [
    'Nothing was sent. The requests that explore would send at most:',
    ...new Set(places),
    ...connectionLines(settings),
    ...askings.flatMap((asking) => dangerLines(asking, askers)),
    '',
    `${plural(sum(askers), 'request')} at most, and ${slots.length - sum(askers)} more where each fails (408, 425, 429, 5xx, no response) and is sent again; ${Math.min(mostRequests, slots.length)} in all with --max-requests ${mostRequests}.`,
    ...bodies.flatMap(({ operation: { method }, body }) => [
      '',
      `Body of the ${method} that is changed:`,
      `  ${written(body)}`,
    ]),
    ...cleanUpLines(settings),
    ...(isAllowed
      ? []
      : ['', 'To send them, say what is allowed: --allow refusal, --allow refusal,write, or more.']),
  ];
  return printable(lines, settings, columns);
}
