import { flagLine } from '../kinds/setting.ts';
import type { Given, ParseContext, Setting, SettingProblem, Source } from '../model/setting.ts';
import { contract } from '../operations/index.ts';
import { definitions, type Values } from './definitions.ts';
import { rulesOfTarget, runProblems } from './rules.ts';
import type { Found, GivenLayer } from './sources.ts';

/**
 * One reader for everybody who gives settings: how a kind reads a text, which settings belong together. A program's numbers
 * and lists become text first, the one form that every kind reads. `init` reads all settings again after each reply, so
 * replies are checked by the same rules.
 */

const { entries, get } = definitions;

/** What is given for all runs is ignored beside `reference`; what is given to this one itself is not. */
function besideReference(setting: Setting, { source, problem }: Found): readonly SettingProblem[] {
  if (source.kind !== 'flag' && source.kind !== 'program') return [];
  const message: SettingProblem['message'] = ({ name }) =>
    `is set together with ${name('reference')}, which starts its own service`;
  const example =
    source.kind === 'flag' ? { example: () => `either --reference or ${flagLine(setting)}` } : {};
  return [{ key: setting.key, ...(problem ?? { message, ...example }) }];
}

/** In the order of the documentation. What has a problem is given too, so that nothing calls it missing. */
function inOrder(layer: GivenLayer, isReference: boolean) {
  const given = new Map<string, Given>();
  const problems: SettingProblem[] = [];
  for (const [key, setting] of entries) {
    const found = layer.get(key);
    if (isReference && setting.scope !== 'run') {
      if (found !== undefined) problems.push(...besideReference(setting, found));
      continue;
    }
    const text = found?.text ?? setting.default;
    if (text !== undefined) given.set(key, { text, source: found?.source ?? { kind: 'default', name: '' } });
    if (found?.problem !== undefined) problems.push({ key, ...found.problem });
  }
  return { given, problems };
}

/** Between a setting and its problem. A program knows what it gave; an operator may have to search for it. */
function from({ kind, name, isAnswer }: Source, { env }: Setting): string {
  if (kind === 'program' || isAnswer === true) return '';
  if (kind === 'flag') return 'on the command line ';
  if (kind === 'environment') return `${name === env ? '' : `(${name}) `}in the environment `;
  return `in ${name} `;
}

/**
 * Parses values, and checks them against each other. Reads the files that settings name; sends nothing and runs no
 * command. Every problem is named at once, and settings without a problem have their values in spite of them.
 */
export async function readSettings(
  layer: GivenLayer,
  context: ParseContext,
  isReference: boolean,
  rules = isReference ? [] : rulesOfTarget,
) {
  const { given, problems } = inOrder(layer, isReference);
  // An empty text has its problem already.
  const texts = [...given].filter(([, { text }]) => text !== '');
  const parsed = await Promise.all(texts.map(([key, { text }]) => get(key).kind.parse(text, context)));
  const values: Record<string, unknown> = {};
  for (const [at, [key, { source }]] of texts.entries()) {
    const result = parsed[at];
    if (result === undefined) continue;
    if ('value' in result) values[key] = result.value;
    else
      problems.push(
        ...result.problems.map((problem) => ({ key, message: from(source, get(key)) + problem })),
      );
  }
  const known = { given, values: values as Values };
  problems.push(...runProblems(known), ...rules.flatMap((rule) => rule(known, contract.operations)));
  return { ...known, problems };
}
