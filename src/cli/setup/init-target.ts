import { relative, resolve } from 'node:path';
import { reporters } from '../../../reporters/index.ts';
import { kindOf } from '../../files/look.ts';
import { asUmaskSays, createFile } from '../../files/write.ts';
import { configText, targetText } from '../../init/config-text.ts';
import { type Draft, wantedByKey } from '../../init/draft.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import type { Io } from '../../output/io.ts';
import { configName, readConfigFile, targetName } from '../../settings/config-file.ts';
import { type ChosenTarget, type Inspection, inspectSettings } from '../../settings/index.ts';
import type { DoctorInput } from './doctor.ts';

/** A target that `init` describes. */
export interface NewTarget {
  readonly name: string;
  /** Absolute path of the file that will hold it. */
  readonly path: string;
}

/** @throws UsageError for a name that a target cannot have */
export function newTarget(name: string, config: string | undefined, cwd: string): NewTarget {
  if (!targetName.test(name))
    throw new UsageError(
      `--target ${JSON.stringify(name)} is not the name of a target; nothing was written. Expected letters, digits, - and _, for example --target staging.`,
    );
  return { name, path: resolve(cwd, config ?? configName) };
}

/** The target before its file exists: all its settings come from flags and replies. */
export function unwrittenTarget({ name, path }: NewTarget): ChosenTarget {
  const file = { path, named: true, defaults: new Map(), targets: new Map(), lineOf: () => 0 };
  return { file, name, flags: 'all' };
}

/**
 * Writes a new file with the target; where there is a file already, prints what to add to it.
 * @returns whether it was written
 */
function placeTarget(draft: Draft, { name, path }: NewTarget, cwd: string, io: Io): boolean {
  const entry = targetText(name, wantedByKey(draft, contract), contract, { cwd, file: path });
  const near = relative(cwd, path);
  if (kindOf(path) !== null) {
    io.err(`${near} exists already, and init does not change it. Add this to its "targets":\n`);
    io.out(`${entry}\n`);
    return false;
  }
  try {
    createFile(path, configText(entry), asUmaskSays);
  } catch (error) {
    throw new UsageError(`${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
  io.err(`Written: ${near}\n${near}:\n  adds the target ${name}\n`);
  return true;
}

/** The target as a run reads it, from a file that was only found or from one that a flag names. */
async function targetIn({ name, path }: NewTarget, cwd: string, isNamed: boolean): Promise<ChosenTarget> {
  const read = await readConfigFile(cwd, isNamed ? path : undefined);
  if (!read.ok) throw new Error(`${path} was written and cannot be read back`);
  return { file: read.file, name, flags: 'ids' };
}

/** What `init` has written, as a run reads it. */
export interface Delivered {
  /** What a run will find. */
  readonly inspection: Inspection;
  /** The flags that a run needs to read it, and to trust it. */
  readonly words: readonly string[];
}

/** Writes a target, and reads it again as a run will. Where there is a file already, only prints what to add to it. */
export async function deliveredTarget(
  draft: Draft,
  input: DoctorInput,
  target: NewTarget,
): Promise<Delivered> {
  const { cwd, io } = input;
  const words = ['--target', target.name];
  const named = [...words, '--config', relative(cwd, target.path)];
  if (!placeTarget(draft, target, cwd, io)) return { inspection: draft.inspection, words: named };
  const read = async (isNamed: boolean) =>
    inspectSettings({
      ...input,
      contract,
      flags: {},
      reporters: reporters.map(({ name }) => name),
      target: await targetIn(target, cwd, isNamed),
    });
  const isFound = target.path === resolve(cwd, configName);
  const found = await read(!isFound);
  const isTrusted = isFound && found.untrusted.length === 0;
  return isTrusted ? { inspection: found, words } : { inspection: await read(true), words: named };
}
