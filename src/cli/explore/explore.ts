import { join } from 'node:path';
import { answerFindings } from '../../answers/declared.ts';
import { mergeAnswers } from '../../answers/merge.ts';
import { answerWords, findingSentence } from '../../answers/words.ts';
import { requirementId } from '../../contract/requirements.ts';
import { type Explored, explore } from '../../explore/explore.ts';
import type { ExploreChoice } from '../../explore/plan.ts';
import type { SeenAnswer } from '../../model/answer.ts';
import { attempt } from '../../model/attempt.ts';
import { contract, contractDigest } from '../../operations/index.ts';
import { type ExitCode, exitCodes } from '../../output/exit.ts';
import { journalName, takeFolder } from '../../output/folder.ts';
import { cleanJournal } from '../../output/publish.ts';
import { reportIn } from '../../output/report-file.ts';
import { replacedText } from '../../output/run-output.ts';
import { createRedactor } from '../../secrets/redaction.ts';
import { padded, widthOf } from '../../text/layout.ts';
import { joined, plural } from '../../text/plural.ts';
import { startedTool } from '../options/command-line.ts';
import { conducted, type RunInput } from '../run/run.ts';
import { type KeptAnswers, writeAnswers } from './answers.ts';

function line({ id, answer, why = '' }: SeenAnswer, width: number, note: string | undefined): string {
  const text = answer === null ? `(${why})` : answerWords(answer);
  return `  ${padded(id, width)}  ${text}${note === undefined ? '' : `; ${note}`}`;
}

function resultText(explored: Explored): string {
  const { answers, notes, leaks, requests, runId, effects, cut, stopped } = explored;
  const width = Math.max(...answers.map(({ id }) => widthOf(id)), 0);
  const told = answers.filter(({ answer }) => answer !== null);
  const lines = [...answers].sort((one, other) => (one.id < other.id ? -1 : 1));
  return [
    `${plural(told.length, 'answer')} from ${plural(requests, 'request')}, run ${runId}${cut ? ', which was interrupted' : ''}:`,
    ...lines.map((one) => line(one, width, notes.get(one.id))),
    ...leaks.map(({ what, exchange }) => `Security: the response to ${exchange} shows ${what}.`),
    ...(stopped === null ? [] : [`Nothing more was sent: ${stopped}.`]),
    ...(effects.length === 0 ? [] : [`Done at the service: ${effectsText(effects)}.`]),
    '',
  ].join('\n');
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

/** Below the folder for reports, which a run empties. */
const folderName = 'explore';

/** Operations whose request the latest run into the same folder, against the same service, has shown to be served. */
function servedBefore({ settings: { out, baseUrl } }: RunInput): readonly string[] {
  const text = replacedText(out);
  const before = text === null ? null : attempt(() => reportIn(text), null);
  if (before?.target.baseUrl !== baseUrl) return [];
  const conforming = before.requirements.filter(({ verdict }) => verdict === 'conforms');
  const served = new Set(conforming.map(({ id }) => id));
  return contract.operations
    .map(({ name }) => name)
    .filter((name) => served.has(requirementId(name, null, 'json')));
}

/** Answers in which no secret is; what was masked here should have been masked before. */
function cleanAnswers({ answers, secrets }: Explored) {
  const { text, masked } = createRedactor(secrets).jsonStrings(JSON.stringify(answers));
  return { answers: JSON.parse(text) as Explored['answers'], masked };
}

/** What is declared and no longer seen, in sentences, and whether that fails. */
function declaredLines({ file: { declared } }: KeptAnswers, answers: Explored['answers'], isGated: boolean) {
  const findings = answerFindings(declared, answers, contract.questions);
  const told = findings.filter(({ kind }) => kind !== 'seen-not-declared');
  const contradicted = told.some(({ kind }) => kind === 'contradicted');
  return { lines: told.map((one) => `${findingSentence(one)}.`), fails: isGated && contradicted };
}

/**
 * Asks a service what was allowed, prints what was found, and writes it into the file of answers.
 * @returns 0; 1 where what is declared is contradicted and that is to fail; 3 where nothing was found, or nothing listens any more
 */
export async function exploreService(
  input: RunInput,
  choice: ExploreChoice,
  kept: KeptAnswers,
): Promise<ExitCode> {
  const { settings, environment, io } = input;
  const folder = takeFolder(join(settings.out, folderName), []);
  const declared = Object.entries(kept.file.declared);
  return conducted(
    io,
    ({ signal, events }) =>
      explore({
        ...{ settings, environment, signal, events, choice },
        tool: startedTool(input),
        journal: folder.path(journalName),
        servedBefore: servedBefore(input),
        expected: new Map(choice.only === null ? [] : declared.map(([id, { answer }]) => [id, answer])),
      }),
    async (result) => {
      const { answers, masked } = cleanAnswers(result);
      const { lines, fails } = declaredLines(kept, answers, settings.gateAnswers);
      const isFound = answers.some(({ answer }) => answer !== null);
      const isKept = isFound && kept.isWritten;
      if (isKept) {
        // Beside what was found before; what is declared stays.
        const time = { since: result.startedAt.slice(0, 10), contract: contractDigest() };
        const found = mergeAnswers(kept.file.found, answers, contract.questions, time);
        writeAnswers({ ...kept.file, found }, kept.path, kept.cwd);
      }
      const text = [
        resultText({ ...result, answers }),
        ...lines.map((line) => `${line}\n`),
        `Requests and responses: ${folder.path(journalName)}\n`,
        ...(isKept ? [`Kept in ${kept.path}\n`] : []),
      ].join('');
      io.out(createRedactor(result.secrets).text(text).text);
      const inJournal = cleanJournal(folder, result.secrets);
      if (masked.length > 0 || inJournal.length > 0)
        throw new Error(`a secret had to be masked in ${folder.path(journalName)} or in what was found`);
      if (fails) return exitCodes.deviates;
      return isFound && result.stopped === null ? exitCodes.conforms : exitCodes.incomplete;
    },
  );
}
