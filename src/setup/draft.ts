import { definitions, entries, environmentNames, type Key } from '../config/definitions.ts';
import { targetProblems } from '../config/rules.ts';
import { label, type ParseContext, type Problem, type Setting, type Source } from '../config/setting.ts';
import type { Inspection, Known } from '../config.ts';

/** Settings as they come about, answer by answer. */
export interface Draft {
  readonly known: Known;
  /** What has to be written, by name in the environment; null for what has to go. */
  readonly wanted: ReadonlyMap<string, string | null>;
  /** What the file holds, whether it counts or something before it does. */
  readonly held: ReadonlySet<Key>;
}

/** Where an answer stands until it is written. */
const answered: Source = { kind: 'file', name: 'the answers' };

function nameOf(key: Key): string {
  return definitions[key].env ?? '';
}

function withoutKey({ given, values }: Known, key: Key): Known {
  const { [key]: _, ...others } = values;
  return { given: new Map([...given].filter(([name]) => name !== key)), values: others };
}

function withText(known: Known, key: Key, text: string, value?: unknown, source = answered): Known {
  const { given, values } = withoutKey(known, key);
  return {
    given: new Map([...given, [key, { text, source }]]),
    values: value === undefined ? values : { ...values, [key]: value },
  };
}

async function parsed(key: Key, text: string, context: ParseContext) {
  return definitions[key].kind.parse(text, context);
}

function rulesOn(key: Key, known: Known): readonly string[] {
  return targetProblems(known)
    .filter(({ setting }) => setting === label(definitions[key]))
    .map(({ message }) => message);
}

/** What is wrong with an answer, by the rules that every run goes by and in their words; empty when nothing is. */
export async function answerProblems(
  { known }: Draft,
  key: Key,
  text: string,
  context: ParseContext,
): Promise<readonly string[]> {
  const name = nameOf(key);
  if (text === '') return rulesOn(key, withoutKey(known, key)).map((message) => `${name} ${message}`);
  const outcome = await parsed(key, text, context);
  const messages =
    'problems' in outcome ? outcome.problems : rulesOn(key, withText(known, key, text, outcome.value));
  return messages.map((message) => `${name} ${message}`);
}

/** Takes an answer in; a refused one stays without a value, so that the rules name it. */
export async function withAnswer(
  draft: Draft,
  key: Key,
  text: string,
  context: ParseContext,
  source = answered,
): Promise<Draft> {
  const outcome = await parsed(key, text, context);
  return {
    ...draft,
    known: withText(draft.known, key, text, 'value' in outcome ? outcome.value : undefined, source),
    wanted: new Map([...draft.wanted, [nameOf(key), text]]),
  };
}

/** Takes settings out that an answer has replaced; what the file holds of them goes. */
export function withoutAnswers(draft: Draft, keys: readonly Key[]): Draft {
  const present = keys.filter((key) => draft.held.has(key));
  return {
    ...draft,
    known: keys.reduce(withoutKey, draft.known),
    wanted: new Map([...draft.wanted, ...present.map((key) => [nameOf(key), null] as const)]),
  };
}

/** Given by a flag or the environment, which go before the file: asking would be of no use. */
export function isSettled({ known }: Draft, key: Key): boolean {
  const kind = known.given.get(key)?.source.kind;
  return kind === 'flag' || kind === 'environment';
}

export const tokenKeys = ['accessToken', 'accessTokenFile', 'accessTokenCommand'] as const;

export function hasToken({ known }: Pick<Draft, 'known'>): boolean {
  return tokenKeys.some((key) => known.given.has(key));
}

/** Everything that is wrong with all answers together. @param tokenLater the token is set by whoever runs it */
export function draftProblems({ known }: Pick<Draft, 'known'>, tokenLater: boolean): readonly Problem[] {
  const isToken = ({ setting }: Problem) => setting === nameOf('accessToken');
  return targetProblems(known).filter((problem) => !(tokenLater && !hasToken({ known }) && isToken(problem)));
}

/** Settings of the same group, which one source gives or none. */
function groupOf(key: Key): readonly Key[] {
  const { group } = definitions[key] as Setting<unknown>;
  return entries.filter(([, other]) => group !== undefined && other.group === group).map(([name]) => name);
}

/** The flags of a first draft have to be written, and replace their group in the file; what the environment gives stays there. */
export function firstDraft({ given, values, read }: Pick<Inspection, 'given' | 'values' | 'read'>): Draft {
  const flags = [...given].filter(([key, { source }]) => source.kind === 'flag' && nameOf(key) !== '');
  const inFile = entries.filter(([, setting]) =>
    environmentNames(setting).some((name) => read.file?.values[name]),
  );
  const draft: Draft = {
    known: { given, values },
    wanted: new Map(),
    held: new Set(inFile.map(([key]) => key)),
  };
  const replaced = flags.flatMap(([key]) => groupOf(key)).filter((key) => !given.has(key));
  const { wanted } = withoutAnswers(draft, replaced);
  return {
    ...draft,
    wanted: new Map([...wanted, ...flags.map(([key, { text }]) => [nameOf(key), text] as const)]),
  };
}
