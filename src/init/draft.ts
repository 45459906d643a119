import type { Contract } from '../contract/contract.ts';
import type { ParseContext, SettingProblem, Source } from '../model/setting.ts';
import { settingsOf } from '../settings/definitions.ts';
import type { Known } from '../settings/index.ts';
import { targetProblems } from '../settings/rules.ts';

/** Settings as they come about, answer by answer. */
export interface Draft {
  readonly known: Known;
  /** What has to be written, by keys: what flags and answers give. */
  readonly wanted: ReadonlyMap<string, string>;
}

/** What answers are read with. */
export interface DraftContext extends ParseContext {
  readonly contract: Contract;
}

/** Where an answer stands until it is written. */
const answered: Source = { kind: 'file', name: 'the answers' };

function withoutKey({ given, values }: Known, key: string): Known {
  const { [key]: _, ...others } = values;
  return { given: new Map([...given].filter(([name]) => name !== key)), values: others };
}

function withText(known: Known, key: string, text: string, value?: unknown, source = answered): Known {
  const { given, values } = withoutKey(known, key);
  return {
    given: new Map([...given, [key, { text, source }]]),
    values: value === undefined ? values : { ...values, [key]: value },
  };
}

async function parsed(key: string, text: string, context: DraftContext) {
  return settingsOf(context.contract).get(key).kind.parse(text, context);
}

function rulesOn(key: string, known: Known, { contract }: DraftContext): readonly string[] {
  const { front } = settingsOf(contract);
  return targetProblems(known, contract.operations)
    .filter((problem) => problem.key === key)
    .map(({ message }) => (typeof message === 'string' ? message : message(front)));
}

/** What is wrong with an answer, by the rules that every run goes by and in their words; empty when nothing is. */
export async function answerProblems(
  { known }: Draft,
  key: string,
  text: string,
  context: DraftContext,
): Promise<readonly string[]> {
  const name = settingsOf(context.contract).front.name(key);
  if (text === '')
    return rulesOn(key, withoutKey(known, key), context).map((message) => `${name} ${message}`);
  const outcome = await parsed(key, text, context);
  const messages =
    'problems' in outcome
      ? outcome.problems
      : rulesOn(key, withText(known, key, text, outcome.value), context);
  return messages.map((message) => `${name} ${message}`);
}

/** Takes an answer in; a refused one stays without a value, so that the rules name it. */
export async function withAnswer(
  draft: Draft,
  key: string,
  text: string,
  context: DraftContext,
  source = answered,
): Promise<Draft> {
  const outcome = await parsed(key, text, context);
  return {
    known: withText(draft.known, key, text, 'value' in outcome ? outcome.value : undefined, source),
    wanted: new Map([...draft.wanted, [key, text]]),
  };
}

/** Takes settings out that an answer replaces. */
export function withoutAnswers(draft: Draft, keys: readonly string[]): Draft {
  return { ...draft, known: keys.reduce(withoutKey, draft.known) };
}

/** Given already, so not asked. */
export function isSettled({ known }: Draft, key: string): boolean {
  return (known.given.get(key)?.source.kind ?? 'default') !== 'default';
}

export const tokenKeys = ['accessToken', 'accessTokenFile', 'accessTokenCommand'] as const;

export function hasToken({ known }: Pick<Draft, 'known'>): boolean {
  return tokenKeys.some((key) => known.given.has(key));
}

/** Everything that is wrong with all answers together. @param tokenLater the token is set by whoever runs it */
export function draftProblems(
  { known }: Pick<Draft, 'known'>,
  { operations }: Contract,
  tokenLater: boolean,
): readonly SettingProblem[] {
  const isLater = ({ key }: SettingProblem) => tokenLater && key === 'accessToken' && !hasToken({ known });
  return targetProblems(known, operations).filter((problem) => !isLater(problem));
}

/** What there is before an answer: flags have to be written, what the environment or a file gives stays there. */
export function firstDraft({ given, values }: Known, contract: Contract): Draft {
  const { get } = settingsOf(contract);
  const flags = [...given].filter(([key, { source }]) => source.kind === 'flag' && get(key).env !== null);
  return { known: { given, values }, wanted: new Map(flags.map(([key, { text }]) => [key, text])) };
}
