import type {
  Given,
  ParseContext,
  Setting,
  SettingProblem,
  SettingValues,
  Source,
} from '../model/setting.ts';
import type { Definitions, Values } from './definitions.ts';

/** A setting as `--plan` shows it. */
export interface SettingSource {
  /** Name in the environment, or the flag of what has none. */
  readonly setting: string;
  /** Without credentials, and never a secret; null when it was not given. */
  readonly value: string | null;
  readonly source: Source;
}

/** A program knows what it gave; an operator may have to look. */
function from({ kind, name }: Source): string {
  if (kind === 'program') return '';
  return ` (from ${kind === 'environment' ? `${name} in the environment` : name})`;
}

interface ParsedSetting {
  readonly key: string;
  readonly value?: unknown;
  readonly problems: readonly SettingProblem[];
}

async function parseOne(
  key: string,
  { kind }: Setting<unknown>,
  { text, source }: Given,
  context: ParseContext,
): Promise<ParsedSetting> {
  if (text === '') return { key, problems: [] };
  const parsed = await kind.parse(text, context);
  if ('value' in parsed) return { key, value: parsed.value, problems: [] };
  return { key, problems: parsed.problems.map((problem) => ({ key, message: problem + from(source) })) };
}

/** Parses what was given and reads the files that it names. An empty flag has been refused before. */
export async function parseSettings(
  { get }: Definitions,
  given: ReadonlyMap<string, Given>,
  context: ParseContext,
): Promise<{ readonly values: Values; readonly problems: readonly SettingProblem[] }> {
  const parsed = await Promise.all([...given].map(([key, one]) => parseOne(key, get(key), one, context)));
  const fine = parsed.filter((one) => 'value' in one).map(({ key, value }) => [key, value]);
  return {
    values: Object.fromEntries(fine) as Values,
    problems: parsed.flatMap(({ problems }) => problems),
  };
}

/** A value as it may be shown; null where none is given. */
export function shown(definition: Setting<unknown>, given: Given | undefined, value: unknown): string | null {
  if (given === undefined) return null;
  if (definition.secret === true) return '(secret, not shown)';
  if (value === undefined) return '(refused, not shown)';
  return definition.kind.show?.(value) ?? given.text;
}

const unset: Source = { kind: 'default', name: '' };

/** Every setting that has a meaning in this run, in the order of the documentation. */
export function settingSources(
  { entries, front }: Definitions,
  given: ReadonlyMap<string, Given>,
  values: SettingValues,
  reference: boolean,
): readonly SettingSource[] {
  const meant = entries.filter(([, { scope }]) => !reference || scope === 'run');
  return meant.map(([key, definition]) => ({
    setting: front.name(key),
    value: shown(definition, given.get(key), values[key]),
    source: given.get(key)?.source ?? unset,
  }));
}
