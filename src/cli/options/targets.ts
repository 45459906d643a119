import { join } from 'node:path';
import { groupBy } from '../../model/group-by.ts';
import { nearest, nearestHint } from '../../model/nearest.ts';
import type { Problem } from '../../model/setting.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { loadedSettings, problemsError, type SettingsContext } from '../../output/settings.ts';
import type { ConfigFile } from '../../settings/config-file.ts';
import type { ChosenTarget, Flags } from '../../settings/index.ts';
import type { TargetOptions } from './common.ts';

function namesOf({ target, allTargets }: TargetOptions, file: ConfigFile): readonly string[] {
  const known = [...file.targets.keys()];
  if (known.length === 0)
    throw new UsageError(
      `${file.path} has no target yet; nothing was sent. init --target NAME adds one, for example --target staging.`,
    );
  if (allTargets === true) return known;
  const names = (target ?? '').split(',').map((name) => name.trim());
  const problems = names.flatMap((name, at): readonly Problem[] => {
    if (names.indexOf(name) < at)
      return [{ setting: '--target', message: `contains ${name} twice`, example: `--target ${name}` }];
    if (file.targets.has(name)) return [];
    const message = `contains ${JSON.stringify(name)}, which is not a target of ${file.path}${nearestHint(name, known)}; its targets are ${known.join(', ')}`;
    return [
      { setting: '--target', message, example: `--target ${nearest(name, known)[0] ?? known[0] ?? ''}` },
    ];
  });
  if (problems.length > 0) throw problemsError(problems);
  return names;
}

function refuseContradictions({ target, allTargets, config }: TargetOptions, others: Flags): void {
  if (target !== undefined && allTargets === true)
    throw new UsageError('--target and --all-targets contradict each other; nothing was sent. Keep one.');
  if (target === undefined && allTargets !== true && config !== undefined)
    throw new UsageError(
      '--config sets a file of targets, but no target is chosen; nothing was sent. Expected --target NAME or --all-targets too.',
    );
  if (others['reference'] === true)
    throw new UsageError(
      '--reference uses the embedded service, and contradicts --target; nothing was sent. Keep one.',
    );
}

/**
 * The targets that options choose; none without such an option. The whole file is checked, except what its values hold.
 * @throws UsageError that names every problem
 */
export async function chosenTargets(
  options: TargetOptions,
  others: Flags,
  cwd: string,
): Promise<readonly ChosenTarget[]> {
  const { target, allTargets, config } = options;
  if (target === undefined && allTargets === undefined && config === undefined) return [];
  refuseContradictions(options, others);
  const [{ readConfigFile }, { configProblems }] = await Promise.all([
    import('../../settings/config-file.ts'),
    import('../../settings/from-config.ts'),
  ]);
  const read = await readConfigFile(cwd, config);
  if (!read.ok) throw problemsError(read.problems);
  const { file } = read;
  const problems = configProblems(file, contract);
  if (problems.length > 0) throw problemsError(problems);
  const names = namesOf(options, file);
  return names.map((name) => ({ file, name, flags: names.length > 1 ? 'none' : 'ids' }));
}

/** The refusals of one file, by what each target takes from it, as one. */
function merged([first, ...others]: readonly [Problem, ...Problem[]]): Problem {
  if (others.length === 0 || first.places === undefined) return first;
  const all = [first, ...others];
  const places = [...new Set(all.flatMap((one) => one.places ?? []))];
  const isShared = (remedy: string) => all.every(({ remedies }) => remedies?.includes(remedy));
  return {
    ...first,
    message: all.every(({ message }) => message === first.message)
      ? first.message
      : (first.forAll ?? first.message),
    places: places.toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true })),
    remedies: first.remedies?.filter(isShared) ?? [],
  };
}

/** Says where in the file it is. */
const inFile = /^(?:targets|defaults)\./;

/**
 * Problems of all targets, each once: with the names of its targets, unless all have it, or it says where it is. The refusal
 * of a file is one, whatever targets take from it.
 */
function told(read: readonly (readonly [name: string, problems: readonly Problem[]])[]): readonly Problem[] {
  const all = read.flatMap(([name, problems]) => problems.map((problem) => ({ name, problem })));
  const key = ({ problem }: (typeof all)[number]) =>
    problem.places === undefined ? JSON.stringify(problem) : problem.setting;
  const [everywhere, own]: [Problem[], Problem[]] = [[], []];
  for (const group of groupBy(all, key).values()) {
    const problem = merged(group.map((one) => one.problem) as [Problem, ...Problem[]]);
    const names = group.map(({ name }) => name);
    if (names.length === read.length) everywhere.push(problem);
    else if (inFile.test(problem.setting)) own.push(problem);
    else own.push({ ...problem, setting: `${names.join(', ')}: ${problem.setting}` });
  }
  return [...everywhere, ...own];
}

/**
 * Reads the settings of all targets before anything else is done with one of them.
 * @throws UsageError that names every problem of every target
 */
export async function targetInputs(targets: readonly ChosenTarget[], surroundings: SettingsContext) {
  const read = await Promise.all(
    targets.map(async (target) => ({ target, result: await loadedSettings({ ...surroundings, target }) })),
  );
  const problems = told(read.map(({ target: { name }, result }) => [name, result.ok ? [] : result.problems]));
  const [first] = read;
  const missing = read.length === 1 && first?.result.ok === false ? first.result.missing : [];
  if (problems.length > 0) throw problemsError(problems, missing);
  return read.flatMap(({ target: { name }, result }) => {
    if (!result.ok) return [];
    const { settings, sources } = result;
    // Folders of its own, below those that were given.
    const history = settings.history && { ...settings.history, folder: join(settings.history.folder, name) };
    return [{ name, settings: { ...settings, out: join(settings.out, name), history }, sources }];
  });
}
