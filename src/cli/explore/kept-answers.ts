import { isAbsolute, relative, resolve } from 'node:path';
import { isAsked } from '../../explore/probes.ts';
import { answersName } from '../../model/answer.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { definitions } from '../../settings/definitions.ts';
import type { RunInput } from '../run/run.ts';
import { answersIn } from './answers.ts';
import type { ExploreOptions } from './commands.ts';

/**
 * What is known of the questions so far, and the file that it is in, which need not exist yet.
 * @throws UsageError for one that cannot be used
 */
export function keptAnswers({ sources, settings, cwd = '' }: RunInput, { answers }: ExploreOptions) {
  const name = definitions.wording.name('answersFile');
  const set = sources.find(({ setting }) => setting === name)?.value;
  const named = answers ?? set ?? answersName;
  const near = relative(cwd, resolve(cwd, named));
  /** Relative where it is below the current folder. */
  const path = near.startsWith('..') || isAbsolute(near) ? named : near;
  /** What the embedded service does is kept only in a file that was named: the usual one is about another service. */
  const isWritten = !settings.reference || answers !== undefined;
  return { path, cwd, file: answersIn(path, cwd), isWritten };
}

export type KeptAnswers = ReturnType<typeof keptAnswers>;

/** The questions that `--again` asks; null where all are asked. @throws UsageError where none is declared */
export function askedAgain(
  { path, file: { declared } }: KeptAnswers,
  { again }: ExploreOptions,
): readonly string[] | null {
  if (again !== true) return null;
  const ids = contract.questions
    .filter(isAsked)
    .flatMap(({ id }) => (Object.hasOwn(declared, id) ? [id] : []));
  if (ids.length > 0) return ids;
  throw new UsageError(
    `--again asks only the questions whose answers are declared, and ${path} declares none that explore can ask; nothing was sent. Declare what was found first, for example conformance explore --accept.`,
  );
}
