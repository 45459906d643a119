import { nearest } from '../model/nearest.ts';
import type {
  Given,
  ParseContext,
  Problem,
  Setting,
  SettingProblem,
  Source,
  Wording,
} from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { type Definitions, definitions, type Values } from './definitions.ts';
import { rulesOfTarget, runProblems, type SettingsRule } from './rules.ts';

/**
 * One reader for both sources, texts (`from-operator.ts`) and the object of a program (`from-program.ts`): which
 * source goes first, how a kind reads a text, which settings belong together. A program's
 * numbers and lists become text first, the one form that every kind reads. `init` reads all settings again after each
 * reply, so replies are checked by the same rules.
 */

/** The text of one setting where it was found first; a `problem` says why that text cannot be read. */
export interface FoundSetting extends Given {
  readonly problem?: Omit<SettingProblem, 'key'>;
}

/** Where settings come from: flags, the environment and a file, or the object of a program. */
export interface Sources {
  readonly find: (definition: Setting, key: string) => FoundSetting | null;
  /** Settings of the target are ignored, and may not be given to this run itself. */
  readonly reference: boolean;
  /** Rules between settings; those of a run without it. */
  readonly rules?: readonly SettingsRule[];
  /** A line of what is set together with `reference`; the setting's own example without it. */
  readonly besideReference?: (definition: Setting) => string;
}

const precedence: readonly Source['kind'][] = ['program', 'flag', 'environment', 'file', 'default'];

function rank({ source }: Given): number {
  return precedence.indexOf(source.kind);
}

/** Of each group, what the first of its sources gives: a token of the environment replaces a token file of `.env`. */
function withoutReplaced(given: Map<string, Given>, { get }: Definitions): Map<string, Given> {
  const isFirst = ([key, one]: readonly [string, Given]) => {
    const { group } = get(key);
    const rivals = [...given].filter(([other]) => group !== undefined && get(other).group === group);
    return rivals.every(([, rival]) => rank(one) <= rank(rival));
  };
  return new Map([...given].filter(isFirst));
}

/** Takes each setting from where it is found first. What has a problem is given too, so that nothing calls it missing. */
function resolve(definitions: Definitions, { find, reference, besideReference }: Sources) {
  const given = new Map<string, Given>();
  const problems: SettingProblem[] = [];
  for (const [key, definition] of definitions.entries) {
    const found = find(definition, key);
    if (reference && definition.scope !== 'run') {
      // What is given for all runs, and not to this one itself, is ignored.
      if (found?.source.kind !== 'flag' && found?.source.kind !== 'program') continue;
      const message: SettingProblem['message'] = ({ name }) =>
        `is set together with ${name('reference')}, which starts its own service`;
      const example = besideReference && { example: () => besideReference(definition) };
      problems.push({ key, ...(found.problem ?? { message, ...example }) });
      continue;
    }
    const text = found?.text ?? definition.default;
    if (text !== undefined) given.set(key, { text, source: found?.source ?? { kind: 'default', name: '' } });
    if (found?.problem !== undefined) problems.push({ key, ...found.problem });
  }
  return { given: withoutReplaced(given, definitions), problems };
}

/** Between a setting and its problem. A program knows what it gave; an operator may have to search for it. */
function from({ kind, name, isAnswer }: Source, { env }: Setting): string {
  if (kind === 'program' || isAnswer === true) return '';
  if (kind === 'flag') return 'on the command line ';
  if (kind === 'environment') return `${name === env ? '' : `(${name}) `}in the environment `;
  return `in ${name} `;
}

/** Reads each text by the kind of its setting, and the file that it names. An empty one has its problem already. */
async function parse(
  given: readonly (readonly [string, Given])[],
  { get }: Definitions,
  context: ParseContext,
) {
  const parsed = await Promise.all(
    given
      .filter(([, { text }]) => text !== '')
      .map(async ([key, { text, source }]) => {
        const result = await get(key).kind.parse(text, context);
        if ('value' in result) return { key, value: result.value, problems: [] };
        return {
          key,
          problems: result.problems.map((problem) => ({ key, message: from(source, get(key)) + problem })),
        };
      }),
  );
  const values = parsed.flatMap((one) => ('value' in one ? [[one.key, one.value] as const] : []));
  return {
    values: Object.fromEntries(values) as Values,
    problems: parsed.flatMap(({ problems }) => problems),
  };
}

/**
 * The one reader of settings, for operators and programs: finds and parses values, and checks them against each other.
 * Reads the files that settings name; sends nothing and runs no command. Every problem is named at once, and settings
 * without a problem have their values in spite of them.
 */
export async function readSettings(sources: Sources, context: ParseContext) {
  const { given, problems: misplaced } = resolve(definitions, sources);
  const { values, problems: malformed } = await parse([...given], definitions, context);
  const rules = sources.rules ?? (sources.reference ? [] : rulesOfTarget);
  const together = rules.flatMap((rule) => rule({ given, values }, contract.operations));
  const problems = [...misplaced, ...malformed, ...runProblems({ given, values }), ...together];
  return { given, values, problems };
}

const unknownRemedy = 'remove it, or correct its name: docs/configuration.md lists the settings';

/**
 * Names that are not settings, such as a misspelt one.
 * @param known keys of settings, by the names that they may be given under
 * @param prefix that all of them have, so it says nothing about which one is meant
 */
export function unknownNames(
  names: readonly string[],
  known: ReadonlyMap<string, string>,
  { name, example }: Wording,
  { prefix = '', where = '' } = {},
): readonly Problem[] {
  const words = new Map([...known].map(([full, key]) => [full.slice(prefix.length), key]));
  const unknown = names.filter((given) => !known.has(given));
  return unknown.map((setting) => {
    const [meant = ''] = nearest(setting.slice(prefix.length), [...words.keys()]);
    const key = words.get(meant);
    const message = `${where}is not a setting${key === undefined ? '' : `; the nearest one is ${name(key)}`}`;
    if (key !== undefined) return { setting, message, example: example(key) };
    return { setting, message, example: '', remedies: [unknownRemedy] };
  });
}
