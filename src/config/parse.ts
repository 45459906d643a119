import { definitions, entries, type Key, type Values } from './definitions.ts';
import type { Given } from './resolve.ts';
import { type ParseContext, type Problem, problemWith, type Setting, type Source } from './setting.ts';

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
  readonly key: Key;
  readonly value?: unknown;
  readonly problems: readonly Problem[];
}

async function parseOne(key: Key, given: Given, context: ParseContext): Promise<ParsedSetting> {
  const definition: Setting<unknown> = definitions[key];
  if (given.text === '') return { key, problems: [] };
  const parsed = await definition.kind.parse(given.text, context);
  if ('value' in parsed) return { key, value: parsed.value, problems: [] };
  const problems = parsed.problems.map((problem) => problemWith(definition, problem + from(given.source)));
  return { key, problems };
}

/** Parses what was given and reads the files that it names. An empty flag has been refused before. */
export async function parseSettings(
  given: ReadonlyMap<Key, Given>,
  context: ParseContext,
): Promise<{ readonly values: Values; readonly problems: readonly Problem[] }> {
  const parsed = await Promise.all([...given].map(([key, one]) => parseOne(key, one, context)));
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
  given: ReadonlyMap<Key, Given>,
  values: Values,
  reference: boolean,
): readonly SettingSource[] {
  const meant = entries.filter(([, { scope }]) => !reference || scope === 'run');
  return meant.map(([key, definition]) => ({
    setting: definition.env ?? definition.flag ?? '',
    value: shown(definition, given.get(key), values[key]),
    source: given.get(key)?.source ?? unset,
  }));
}
