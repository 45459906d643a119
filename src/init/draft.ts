import type { Given, Source } from '../model/setting.ts';
import { definitions } from '../settings/definitions.ts';
import { type Inspection, type NamedProblem, tokenKeys } from '../settings/index.ts';

/** Answers by the keys of their settings, in the order in which they were given. */
type Answers = ReadonlyMap<string, Given>;

/** Reads all settings with some answers, as a run would. */
export type Inspect = (answers: Answers) => Promise<Inspection>;

/** Settings as they are answered, one by one. */
export interface Draft {
  readonly answers: Answers;
  /** Everything that is known with these answers. */
  readonly inspection: Inspection;
  readonly inspect: Inspect;
}

/** Where an answer is until it is written. */
const answered: Source = { kind: 'file', name: 'the replies', isAnswer: true };

/** What is wrong with an answer, by the rules that every run goes by and in their words; empty when nothing is. */
export async function answerProblems(
  { answers, inspect }: Draft,
  key: string,
  text: string,
  source = answered,
): Promise<readonly NamedProblem[]> {
  const others = [...answers].filter(([name]) => name !== key);
  const { problems } = await inspect(new Map(text === '' ? others : [...others, [key, { text, source }]]));
  return problems.filter((problem) => problem.key === key);
}

export async function withAnswer(draft: Draft, key: string, text: string, source = answered): Promise<Draft> {
  const answers = new Map([...draft.answers, [key, { text, source }]]);
  return { ...draft, answers, inspection: await draft.inspect(answers) };
}

/** Given already, so not asked. */
export function isSettled({ inspection }: Draft, key: string): boolean {
  return (inspection.given.get(key)?.source.kind ?? 'default') !== 'default';
}

export function hasToken({ given }: Pick<Inspection, 'given'>): boolean {
  return tokenKeys.some((key) => given.has(key));
}

/**
 * What to write, by names in the environment: the settings that flags and replies give. Those of the environment or a file
 * stay there.
 */
export function wanted({ answers, inspection }: Draft): ReadonlyMap<string, string> {
  const { get, wording } = definitions;
  const flags = [...inspection.given].filter(([, { source }]) => source.kind === 'flag');
  const written = new Map([...flags.filter(([key]) => !answers.has(key)), ...answers]);
  const named = [...written].filter(([key]) => get(key).env !== null);
  return new Map(named.map(([key, { text }]) => [wording.name(key), text]));
}
