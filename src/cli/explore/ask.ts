import { join } from 'node:path';
import { answerFindings } from '../../answers/declared.ts';
import { mergeAnswers } from '../../answers/merge.ts';
import { answerWords, findingSentence } from '../../answers/words.ts';
import { requirementId } from '../../contract/requirements.ts';
import { type Explored, explore } from '../../explore/explore.ts';
import { askersOf, type ExploreChoice, pathsOf, preparedFor } from '../../explore/plan.ts';
import { type Asker, isAsked } from '../../explore/probes.ts';
import { written } from '../../json/plain.ts';
import { answersName } from '../../model/answer.ts';
import { attempt } from '../../model/attempt.ts';
import { type Asking, askings } from '../../model/question.ts';
import { contract, contractDigest } from '../../operations/index.ts';
import { type ExitCode, exitCodes, UsageError } from '../../output/exit.ts';
import { journalName, takeFolder } from '../../output/folder.ts';
import { cleanJournal } from '../../output/publish.ts';
import { reportIn } from '../../output/report-file.ts';
import { replacedText } from '../../output/run-output.ts';
import { planBeforeCommands } from '../../run/prepare.ts';
import { newRunId } from '../../run/run.ts';
import { createRedactor } from '../../secrets/redaction.ts';
import { definitions } from '../../settings/definitions.ts';
import type { TargetSettings } from '../../settings/index.ts';
import { padded, widthOf } from '../../text/layout.ts';
import { joined, plural } from '../../text/plural.ts';
import { startedTool } from '../options/command-line.ts';
import { cleanUpLines, connectionLines, printable } from '../run/plan-text.ts';
import { conducted, printPlan, type RunInput, runInput } from '../run/run.ts';
import { dangers, type ExploreInput, type KeptAnswers, keptAnswers, writeAnswers } from './explore.ts';

const whatTheyDo: Readonly<Partial<Record<Asking, string>>> = {
  refusal: 'a sound service refuses them',
  write: 'they write, or may',
  delete: 'they remove one resource for each question at most, set or made by a command',
};

function sum(askers: readonly Asker[]): number {
  return askers.reduce((all, { most }) => all + most, 0);
}

/** The questions of one danger, each with how many requests it takes at most. */
function dangerLines(asking: Asking, all: readonly Asker[]): readonly string[] {
  const of = all.filter(({ asks }) => asks === asking);
  if (of.length === 0) return [];
  const lines = of.map(({ id, most, base: { operation }, sends }) => {
    return `  ${String(most).padStart(3)} × ${id}: ${operation.method} ${sends}`;
  });
  return ['', `${asking}: ${plural(sum(of), 'request')} at most; ${whatTheyDo[asking]}.`, ...lines];
}

/** What would be sent at most, by danger and question; sends nothing and runs no command. */
function planText(settings: TargetSettings, choice: ExploreChoice, isAllowed: boolean, columns: number) {
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

/** The questions that `--again` asks. @throws UsageError where none is declared */
function declaredIds({ path, file: { declared } }: KeptAnswers): readonly string[] {
  const asked = contract.questions.filter(isAsked).map(({ id }) => id);
  const ids = asked.filter((id) => Object.hasOwn(declared, id));
  if (ids.length > 0) return ids;
  throw new UsageError(
    `--again asks only the questions whose answers are declared, and ${path} declares none that explore can ask; nothing was sent. Declare what was found first, for example conformance explore --accept.`,
  );
}

function answerLines(answers: Explored['answers'], notes: Explored['notes']): readonly string[] {
  const width = Math.max(...answers.map(({ id }) => widthOf(id)), 0);
  const sorted = [...answers].sort((one, other) => (one.id < other.id ? -1 : 1));
  return sorted.map(({ id, answer, why = '' }) => {
    const note = notes.get(id);
    const words = answer === null ? `(${why})` : answerWords(answer);
    return `  ${padded(id, width)}  ${words}${note === undefined ? '' : `; ${note}`}`;
  });
}

/** `26 × transformer written`. */
function effectsText(effects: Explored['effects']): string {
  const kinds = contract.operations.flatMap(({ name, effect }) => {
    const of = effects.filter(({ operation }) => operation === name);
    return (['confirmed', 'unknown'] as const).flatMap((state) => {
      const count = of.filter((one) => one.state === state).length;
      return count === 0 || effect === null ? [] : [`${count} × ${effect.noun} ${effect[state]}`];
    });
  });
  return joined(kinds);
}

function resultLines(explored: Explored): readonly string[] {
  const { answers, notes, leaks, requests, runId, effects, cut, stopped } = explored;
  const told = answers.filter(({ answer }) => answer !== null);
  return [
    `${plural(told.length, 'answer')} from ${plural(requests, 'request')}, run ${runId}${cut ? ', which was interrupted' : ''}:`,
    ...answerLines(answers, notes),
    ...leaks.map(({ what, exchange }) => `Security: the response to ${exchange} shows ${what}.`),
    ...(stopped === null ? [] : [`Nothing more was sent: ${stopped}.`]),
    ...(effects.length === 0 ? [] : [`Done at the service: ${effectsText(effects)}.`]),
  ];
}

/** Operations whose request the latest run into the same folder, against the same service, has shown to be served. */
function servedBefore({ settings: { out, baseUrl } }: RunInput): readonly string[] {
  const text = replacedText(out);
  const before = text === null ? null : attempt(() => reportIn(text), null);
  if (before?.target.baseUrl !== baseUrl) return [];
  const conforming = before.requirements.filter(({ verdict }) => verdict === 'conforms');
  const served = new Set(conforming.map(({ id }) => id));
  const names = contract.operations.map(({ name }) => name);
  return names.filter((name) => served.has(requirementId(name, null, 'json')));
}

/**
 * Asks a service what was allowed, prints what was found, and adds it to the file of answers.
 * @returns 0; 1 where what is declared is contradicted and that is to fail; 3 where nothing was found, or nothing listens any more
 */
async function exploreService(
  input: RunInput,
  choice: ExploreChoice,
  kept: KeptAnswers,
  isWritten: boolean,
): Promise<ExitCode> {
  const { settings, environment, io } = input;
  const { declared, found } = kept.file;
  // Below the folder for reports, which a run empties.
  const folder = takeFolder(join(settings.out, 'explore'), []);
  const journal = folder.path(journalName);
  const expected = new Map(
    choice.only === null ? [] : Object.entries(declared).map(([id, { answer }]) => [id, answer]),
  );
  const exploration = { settings, environment, choice, journal, expected, servedBefore: servedBefore(input) };
  return conducted(
    io,
    (events) => explore({ ...exploration, ...events, tool: startedTool(input) }),
    async (explored) => {
      const redactor = createRedactor(explored.secrets);
      // What is masked here should have been masked before.
      const { text, masked } = redactor.jsonStrings(JSON.stringify(explored.answers));
      const answers = JSON.parse(text) as Explored['answers'];
      const findings = answerFindings(declared, answers, contract.questions);
      const told = findings.filter(({ kind }) => kind !== 'seen-not-declared');
      const isFound = answers.some(({ answer }) => answer !== null);
      const isKept = isFound && isWritten;
      if (isKept) {
        // Beside what was found before; what is declared stays.
        const time = { since: explored.startedAt.slice(0, 10), contract: contractDigest() };
        const all = mergeAnswers(found, answers, contract.questions, time);
        writeAnswers(kept, { ...kept.file, found: all });
      }
      const lines = [
        ...resultLines({ ...explored, answers }),
        ...told.map((one) => `${findingSentence(one)}.`),
        `Requests and responses: ${journal}`,
        ...(isKept ? [`Kept in ${kept.path}`] : []),
        '',
      ];
      io.out(redactor.text(lines.join('\n')).text);
      if (masked.length > 0 || cleanJournal(folder, explored.secrets).length > 0)
        throw new Error(`a secret had to be masked in ${journal} or in what was found`);
      if (settings.gateAnswers && told.some(({ kind }) => kind === 'contradicted')) return exitCodes.deviates;
      return isFound && explored.stopped === null ? exitCodes.conforms : exitCodes.incomplete;
    },
  );
}

/** Asks a service what the document leaves open, or prints what would be sent. */
export async function ask(started: ExploreInput): Promise<ExitCode> {
  const { allow = [], plan, again, maxRequests, answers } = started.options;
  const input = await runInput(started, 'usual');
  const { sources, settings, io, cwd } = input;
  const name = definitions.wording.name('answersFile');
  const set = sources.find(({ setting }) => setting === name)?.value;
  const kept = keptAnswers(answers ?? set ?? answersName, cwd);
  const only = again === true ? declaredIds(kept) : null;
  // Everything where nothing was allowed, as nothing is sent then.
  const allowed = new Set<Asking>(allow.length === 0 ? dangers : allow);
  const choice = { allowed, mostRequests: maxRequests, only };
  if (plan === true || allow.length === 0)
    return printPlan(input, (target) => planText(target, choice, allow.length > 0, io.columns));
  // What the embedded service does is kept only in a file that was named: the usual one is about another service.
  return exploreService(input, choice, kept, !settings.reference || answers !== undefined);
}
