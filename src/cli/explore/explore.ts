import { join } from 'node:path';
import { requirementId } from '../../contract/requirement-id.ts';
import { explore } from '../../explore/explore.ts';
import { kindOf } from '../../files/look.ts';
import { readText } from '../../files/read.ts';
import { known } from '../../model/known.ts';
import { contract } from '../../operations/index.ts';
import { type ExitCode, exitCodes } from '../../output/exit.ts';
import { journalName, type OutputFolder, takeFolder } from '../../output/folder.ts';
import { cleanJournal } from '../../output/publish.ts';
import { reportIn } from '../../output/report-file.ts';
import { problemsError } from '../../output/settings.ts';
import { exitCodeOf, type Interruption, onSignals, refuseAfterSignal } from '../../output/signals.ts';
import { createRedactor } from '../../secrets/redaction.ts';
import { toldOperator } from '../../settings/index.ts';
import { startedTool } from '../options/command-line.ts';
import { progressTo } from '../run/progress.ts';
import type { RunInput } from '../run/run.ts';
import type { ExploreOptions } from './commands.ts';
import { choiceOf } from './plan-text.ts';
import { resultText } from './result-text.ts';

/** Below the folder for reports, which a run empties. */
const folderName = 'explore';

/** Operations whose request the latest run into the same folder, against the same service, has shown to be served. */
function servedBefore({ settings: { out, baseUrl } }: RunInput): readonly string[] {
  const path = join(out, 'report.json');
  try {
    if (kindOf(path) !== 'file') return [];
    const { target, requirements } = reportIn(readText(path, 'referred'));
    if (target.baseUrl !== baseUrl) return [];
    const served = new Set(requirements.filter(({ verdict }) => verdict === 'conforms').map(({ id }) => id));
    return contract.operations.flatMap(({ name }) =>
      served.has(requirementId(name, null, 'json')) ? [name] : [],
    );
  } catch {
    return [];
  }
}

/** Asks, prints what it came to, and writes the answers. */
async function exploreInto(
  folder: OutputFolder,
  input: RunInput,
  options: ExploreOptions,
  signals: Interruption,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { settings, environment, io } = input;
  const progress = progressTo(io);
  const result = await explore({
    contract,
    settings,
    environment,
    tool: startedTool(input),
    journal: folder.path(journalName),
    signal,
    events: progress.events,
    ...known({ target: input.target }),
    choice: choiceOf(options, null),
    servedBefore: servedBefore(input),
    expected: new Map(),
  }).finally(progress.end);
  if (!result.ok) {
    refuseAfterSignal(signals);
    throw problemsError(result.problems.map((problem) => toldOperator(problem, contract)));
  }
  const leaks = cleanJournal(folder, result.secrets);
  if (leaks.length > 0) throw new Error(`a secret had to be masked in ${folder.path(journalName)}`);
  io.out(createRedactor(result.secrets).text(resultText(result, contract)).text);
  io.out(`Requests and responses: ${folder.path(journalName)}\n`);
  const hasAnswers = result.answers.some(({ answer }) => answer !== null);
  return exitCodeOf(signals, hasAnswers ? exitCodes.conforms : exitCodes.incomplete, io);
}

/** Asks a service what was allowed. @returns 0, or 3 where nothing could be answered */
export async function exploreService(input: RunInput, options: ExploreOptions): Promise<ExitCode> {
  const folder = takeFolder(join(input.settings.out, folderName), []);
  const interrupt = new AbortController();
  const signals = onSignals(() => interrupt.abort());
  try {
    return await exploreInto(folder, input, options, signals, interrupt.signal);
  } finally {
    signals.release();
    folder.release();
  }
}
