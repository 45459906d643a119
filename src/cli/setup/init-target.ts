import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { reporterNames } from '../../../reporters/index.ts';
import { kindOf } from '../../files/look.ts';
import { asUmaskSays, createFile, replaceFile } from '../../files/write.ts';
import { configText, withTarget } from '../../init/config-text.ts';
import { type Draft, wantedByKey } from '../../init/draft.ts';
import { contract } from '../../operations/index.ts';
import { refusing, UsageError } from '../../output/exit.ts';
import { problemsError } from '../../output/settings.ts';
import { configName, nearestConfig, readConfigFile, targetName } from '../../settings/config-file.ts';
import { configProblems } from '../../settings/from-config.ts';
import { type ChosenTarget, type Inspection, inspectSettings, tokenKeys } from '../../settings/index.ts';
import type { DoctorInput } from './doctor.ts';

/** @throws UsageError for a file with a problem, or with a target of that name already */
async function fileWithout(name: string, path: string, config: string | undefined, cwd: string) {
  if (kindOf(path) === null) return null;
  const read = await readConfigFile(cwd, config);
  const problems = read.ok ? configProblems(read.file, contract) : read.problems;
  if (!read.ok || problems.length > 0) throw problemsError(problems);
  const { file } = read;
  const taken = [...file.targets.keys()].find((one) => one.toLowerCase() === name.toLowerCase());
  if (taken === undefined) return file;
  throw new UsageError(
    `${relative(cwd, path)} has a target ${taken} already, and init changes no target; nothing was written. Choose another name, for example --target ${name}-2.`,
  );
}

/**
 * A target that `init` describes, and the file that will hold it: the one that a run would read, or a new one in this folder.
 * @throws UsageError for a name that the target cannot have, and for a file that no run could read
 */
export async function newTarget(name: string, config: string | undefined, cwd: string) {
  if (!targetName.test(name))
    throw new UsageError(
      `--target ${JSON.stringify(name)} is not the name of a target; nothing was written. Expected letters, digits, - and _, for example --target staging.`,
    );
  const usual = nearestConfig(cwd) ?? resolve(cwd, configName);
  const path = config === undefined ? usual : resolve(cwd, config);
  const file = await fileWithout(name, path, config, cwd);
  /** Whether a run finds the file without `--config`. */
  const isFound = path === usual;
  return { name, path, file, isFound };
}

export type NewTarget = Awaited<ReturnType<typeof newTarget>>;

/** The target before it is written: its settings come from flags, replies, and `defaults` of the file. */
export function unwrittenTarget({ name, path, file }: NewTarget): ChosenTarget {
  const none = { defaults: new Map(), targets: new Map(), targetsAt: { start: 0, end: 0 } };
  return { file: file ?? { path, named: true, text: '', lineOf: () => 0, ...none }, name, flags: 'all' };
}

/** Writes a new file, or the file anew with one target more. @throws UsageError */
async function placeTarget(draft: Draft, target: NewTarget, cwd: string): Promise<void> {
  const { name, path, file: before } = target;
  const inheritsToken = tokenKeys.some((key) => before?.defaults.has(key) === true);
  const entry = { name, values: wantedByKey(draft, contract), inheritsToken };
  const place = { cwd, file: path };
  // Somebody may have edited it since questions were asked.
  const file = await fileWithout(name, path, path, cwd);
  refusing(
    () => {
      if (file === null) return createFile(path, configText(entry, contract, place), asUmaskSays);
      const mode = statSync(path).mode & 0o777;
      return replaceFile(path, withTarget(file, entry, contract, place), { mode, durable: true });
    },
    ({ code }) => `${path} cannot be written (${code}).`,
  );
}

/** What `init` has written, as a run reads it, with the flags that it needs to read it, and to trust it. */
export interface Delivered {
  readonly inspection: Inspection;
  readonly words: readonly string[];
}

/** Writes a target, and reads it again as a run will. */
export async function deliveredTarget(
  draft: Draft,
  input: DoctorInput,
  target: NewTarget,
): Promise<Delivered> {
  const { cwd } = input;
  const words = ['--target', target.name];
  const named = [...words, '--config', relative(cwd, target.path)];
  await placeTarget(draft, target, cwd);
  const read = async (isNamed: boolean) => {
    const back = await readConfigFile(cwd, isNamed ? target.path : undefined);
    if (!back.ok) throw new Error(`${target.path} was written and cannot be read back`);
    const chosen: ChosenTarget = { file: back.file, name: target.name, flags: 'ids' };
    return inspectSettings({ ...input, contract, flags: {}, reporters: reporterNames, target: chosen });
  };
  const found = await read(!target.isFound);
  const isTrusted = target.isFound && found.untrusted.length === 0;
  return isTrusted ? { inspection: found, words } : { inspection: await read(true), words: named };
}
