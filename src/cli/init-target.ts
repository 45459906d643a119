import { relative, resolve } from 'node:path';
import { reporters } from '../../reporters/index.ts';
import { kindOf } from '../files/look.ts';
import { asUmaskSays, createFile } from '../files/write.ts';
import { configText, targetText } from '../init/config-text.ts';
import { type Draft, wantedByKey } from '../init/draft.ts';
import { contract } from '../operations/index.ts';
import { configName, readConfigFile, targetName } from '../settings/config-file.ts';
import { type ChosenTarget, type Inspection, inspectSettings } from '../settings/index.ts';
import type { DoctorInput } from './doctor.ts';
import { UsageError } from './exit.ts';
import type { Io } from './io.ts';

/** A target that `init` describes. */
export interface NewTarget {
  readonly name: string;
  /** Absolute path of the file that is to hold it. */
  readonly path: string;
}

/** @throws UsageError for a name that a target cannot have */
export function newTarget(name: string, config: unknown, cwd: string): NewTarget {
  if (!targetName.test(name))
    throw new UsageError(
      `--target ${JSON.stringify(name)} is no name of a target; nothing was written. Expected letters, digits, - and _, for example --target staging.`,
    );
  return { name, path: resolve(cwd, typeof config === 'string' ? config : configName) };
}

/** What a run would read, before the file says anything: all of it comes from flags and answers. */
export function undescribed({ name, path }: NewTarget): ChosenTarget {
  const file = { path, named: true, defaults: new Map(), targets: new Map(), lineOf: () => 0 };
  return { file, name, flags: 'all' };
}

/**
 * Writes a new file with the target; where there is a file already, prints what belongs into it.
 * @returns whether it was written
 */
function placeTarget(draft: Draft, { name, path }: NewTarget, cwd: string, io: Io): boolean {
  const entry = targetText(name, wantedByKey(draft, contract), contract, { cwd, file: path });
  const near = relative(cwd, path);
  if (kindOf(path) !== null) {
    io.err(`${near} is there already, and init changes no file of settings. Add this to its "targets":\n`);
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

/** The target as a run reads it: from the file that is only found, or from the one that is named. */
async function targetIn({ name, path }: NewTarget, cwd: string, isNamed: boolean): Promise<ChosenTarget> {
  const read = await readConfigFile(cwd, isNamed ? path : undefined);
  if (!read.ok) throw new Error(`${path} was written and cannot be read back`);
  return { file: read.file, name, flags: 'ids' };
}

/** What `init` has put in place. */
export interface Delivered {
  /** What a run will find. */
  readonly inspection: Inspection;
  /** Flags with which a run finds it; it may be told of a file that it would find, and could not trust. */
  readonly words: readonly string[];
}

/** Writes a target, and reads it again as a run will. Where a file was there before, what belongs into it is only printed. */
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
