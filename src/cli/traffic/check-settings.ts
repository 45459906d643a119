import { usualReporters } from '../../../reporters/index.ts';
import { type Contract, requirementsOn } from '../../contract/contract.ts';
import type { DeclaredAnswers } from '../../model/answer.ts';
import { nearestHint } from '../../model/nearest.ts';
import type { Operation, Sides } from '../../model/requirement.ts';
import type { TrafficFormat } from '../../model/traffic.ts';
import type { Waiver } from '../../model/waiver.ts';
import { UsageError } from '../../output/exit.ts';
import { problemsError } from '../../output/settings.ts';
import { flagOf } from '../../settings/setting.ts';
import type { CheckOptions, MergeOptions } from './commands.ts';

/** The settings of `check`. */
export interface CheckSettings {
  readonly format: TrafficFormat | null;
  readonly baseUrl: string | null;
  readonly operations: readonly Operation[];
  readonly headersComplete: boolean;
  readonly side: Sides;
  readonly maxBad: number;
  /** How many threads judge. */
  readonly jobs: number;
  /** Ids of requirements that must be checked. */
  readonly required: readonly string[];
  readonly strict: boolean;
  /** Ids of what is only shown and fails all the same. */
  readonly requireShown: readonly string[];
  readonly waivers: readonly Waiver[];
  readonly answers: DeclaredAnswers;
  readonly gateAnswers: boolean;
  readonly reporters: readonly string[];
}

function knownId(id: string, contract: Contract, side: Sides): string {
  const known = requirementsOn(contract, side).map((one) => one.id);
  if (known.includes(id)) return id;
  throw new UsageError(
    `--require ${id} is not a requirement that is judged (--side ${side})${nearestHint(id, known)}. All requirements: conformance requirements --side ${side}.`,
  );
}

async function waiversOf(file: string, cwd: string, startedAt: string, contract: Contract) {
  const { loadWaivers } = await import('../../settings/index.ts');
  const loaded = await loadWaivers(file, cwd, startedAt, contract);
  if ('problems' in loaded) throw problemsError(loaded.problems);
  return loaded.value;
}

async function answersOf(file: string | undefined, cwd: string, contract: Contract) {
  const { loadAnswers } = await import('../../settings/index.ts');
  const loaded = await loadAnswers(file, cwd, contract);
  if ('problems' in loaded) throw problemsError(loaded.problems);
  return loaded.value;
}

/**
 * @param startedAt ISO 8601; waivers end on a date
 * @throws UsageError for a flag that cannot be used
 */
export async function checkSettings(
  options: MergeOptions & Partial<CheckOptions>,
  cwd: string,
  startedAt: string,
  contract: Contract,
): Promise<CheckSettings> {
  const {
    format = null,
    operation,
    require = [],
    maxBad,
    jobs = 1,
    waivers,
    answers,
    side = 'both',
  } = options;
  return {
    format,
    baseUrl: options.baseUrl?.url ?? null,
    operations: operation === undefined ? contract.operations.map(({ name }) => name) : [operation],
    headersComplete: options.headersComplete === true,
    side,
    maxBad,
    jobs,
    required: require.map((id) => knownId(id, contract, side)),
    strict: options.strict === true,
    requireShown: options.requireShown ?? [],
    answers: await answersOf(answers, cwd, contract),
    gateAnswers: options.gateAnswers === true,
    waivers: waivers === undefined ? [] : await waiversOf(waivers, cwd, startedAt, contract),
    reporters: options.reporter ?? usualReporters,
  };
}

/** Where a part is written, its number, and the number of all parts. */
export interface PartSettings {
  readonly to: string;
  readonly id: number | null;
  readonly of: number | null;
}

/** Flags that belong to `merge`. */
const ofMerge = [
  'strict',
  'requireShown',
  'waivers',
  'answers',
  'gateAnswers',
  'require',
  'reporter',
] as const satisfies readonly (keyof CheckOptions)[];

/**
 * @returns null without --partial
 * @throws UsageError for flags that do not go together
 */
export function partSettings(options: Partial<CheckOptions>): PartSettings | null {
  const { partial, partId: id = null, parts: of = null } = options;
  if (partial === undefined) {
    const [flag] = [id === null ? [] : '--part-id', of === null ? [] : '--parts'].flat();
    if (flag === undefined) return null;
    throw new UsageError(`${flag} is about parts. Expected --partial FILE beside it, or neither.`);
  }
  const wrong = ofMerge.find((flag) => options[flag] !== undefined);
  if (wrong !== undefined) {
    const flag = flagOf(wrong);
    throw new UsageError(
      `${flag} decides nothing about a part (--partial). Give it where the parts are put together: conformance merge ${flag}.`,
    );
  }
  if (of !== null && id === null)
    throw new UsageError(
      '--parts says how many there are. Expected --part-id N beside it, the number of this one.',
    );
  if (of !== null && id !== null && id > of)
    throw new UsageError(`--part-id ${id} is beyond --parts ${of}. Number parts from 0 or from 1.`);
  return { to: partial, id, of };
}
