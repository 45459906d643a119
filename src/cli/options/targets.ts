import { join } from 'node:path';
import { nearest, nearestHint } from '../../model/nearest.ts';
import type { Problem } from '../../model/setting.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { loadedSettings, problemsError, type SettingsContext } from '../../output/settings.ts';
import type { ConfigFile } from '../../settings/config-file.ts';
import type { ChosenTarget, Flags, SettingSource, Settings } from '../../settings/index.ts';
import type { TargetOptions } from './common.ts';

function namesOf({ target, allTargets }: TargetOptions, file: ConfigFile): readonly string[] {
  const known = [...file.targets.keys()];
  if (allTargets === true) return known;
  const names = (target ?? '').split(',').map((name) => name.trim());
  const problems = names.flatMap((name, at): readonly Problem[] => {
    if (names.indexOf(name) < at)
      return [{ setting: '--target', message: `names ${name} twice`, example: `--target ${name}` }];
    if (file.targets.has(name)) return [];
    const message = `names ${JSON.stringify(name)}, which is not a target of ${file.path}${nearestHint(name, known)}; all of them are ${known.join(', ')}`;
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
      '--config names a file of targets, and no target is chosen; nothing was sent. Expected --target NAME or --all-targets too.',
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

/** One target with settings that have no problem. */
export interface TargetInput {
  readonly name: string;
  /** `out` and the folder of the history are folders of its own below those that were given. */
  readonly settings: Settings;
  readonly sources: readonly SettingSource[];
}

/** Problems of all targets, named once if every target has them, otherwise with the name of the target. */
function told(read: readonly (readonly [name: string, problems: readonly Problem[]])[]): readonly Problem[] {
  const texts = read.map(([, problems]) => problems.map((problem) => JSON.stringify(problem)));
  const isShared = (problem: Problem) => texts.every((all) => all.includes(JSON.stringify(problem)));
  const shared = read[0]?.[1].filter(isShared) ?? [];
  const own = read.flatMap(([name, problems]) =>
    problems
      .filter((problem) => !isShared(problem))
      .map((problem) => ({ ...problem, setting: `${name}: ${problem.setting}` })),
  );
  return [...shared, ...own];
}

/**
 * Reads the settings of all targets before anything else is done with one of them.
 * @throws UsageError that names every problem of every target
 */
export async function targetInputs(
  targets: readonly ChosenTarget[],
  surroundings: SettingsContext,
): Promise<readonly TargetInput[]> {
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
    const history = settings.history && { ...settings.history, folder: join(settings.history.folder, name) };
    return [{ name, settings: { ...settings, out: join(settings.out, name), history }, sources }];
  });
}
