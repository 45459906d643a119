import { reporters, usualReporters } from '../../../reporters/index.ts';
import { type Contract, requirementsOn } from '../../contract/contract.ts';
import { nearest } from '../../model/nearest.ts';
import type { Operation, Sides } from '../../model/requirement.ts';
import { type TrafficFormat, trafficFormats } from '../../model/traffic.ts';
import type { Waiver } from '../../model/waiver.ts';
import { UsageError } from '../../output/exit.ts';
import { problemsError } from '../../output/settings.ts';
import { baseUrl } from '../../settings/base-url.ts';
import { highestPartId } from '../../traffic/part.ts';
import { choice, jobsOf, sideOf, wholeNumber } from '../options/flag-values.ts';
import { chosenFormats } from '../options/formats.ts';
import type { PrintFlags } from '../options/printed.ts';

/** Flags of `check` as they were typed. Nothing is sent, so there are no settings of a target. */
export interface CheckFlags extends PrintFlags {
  readonly format?: string;
  readonly baseUrl?: string;
  readonly operation?: string;
  readonly headersComplete?: boolean;
  readonly side?: string;
  readonly maxBad?: string;
  readonly require?: readonly string[];
  readonly strict?: boolean;
  readonly waivers?: string;
  readonly reporter?: string;
  readonly out: string;
  /** File for the part, or `-`. */
  readonly partial?: string;
  readonly partId?: string;
  readonly parts?: string;
  readonly jobs?: string;
}

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
  readonly waivers: readonly Waiver[];
  readonly reporters: readonly string[];
}

/** Entries that --max-bad may accept, at most. */
const mostBad = 1_000_000_000;

function knownId(id: string, contract: Contract, side: Sides): string {
  const known = requirementsOn(contract, side);
  if (known.some((one) => one.id === id)) return id;
  const [meant = ''] = nearest(
    id,
    known.map((one) => one.id),
  );
  throw new UsageError(
    `--require ${id} is not a requirement that is judged (--side ${side}); the nearest one is ${meant}. All of them: conformance requirements --side ${side}.`,
  );
}

async function baseUrlOf(given: string, contract: Contract): Promise<string> {
  const parsed = await baseUrl.parse(given, { contract, cwd: '', reporters: [], today: '' });
  if ('value' in parsed) return parsed.value.url;
  throw new UsageError(
    `--base-url ${parsed.problems.join('; ')}. Expected the URL in front of the paths of the document, for example --base-url https://staging.example.com/api.`,
  );
}

async function waiversOf(file: string, cwd: string, startedAt: string, contract: Contract) {
  const { loadWaivers } = await import('../../settings/index.ts');
  const loaded = await loadWaivers(file, cwd, startedAt, contract);
  if ('problems' in loaded) throw problemsError(loaded.problems);
  return loaded.value;
}

/**
 * @param startedAt ISO 8601; waivers end on a date
 * @throws UsageError for a flag that cannot be used
 */
export async function checkSettings(
  flags: CheckFlags,
  cwd: string,
  startedAt: string,
  contract: Contract,
): Promise<CheckSettings> {
  const {
    format,
    operation,
    require = [],
    maxBad = '0',
    jobs = '1',
    waivers,
    reporter,
    side = 'both',
  } = flags;
  const names = contract.operations.map(({ name }) => name);
  return {
    format: format === undefined ? null : choice('--format', format, trafficFormats),
    baseUrl: flags.baseUrl === undefined ? null : await baseUrlOf(flags.baseUrl, contract),
    operations: operation === undefined ? names : [choice('--operation', operation, names)],
    headersComplete: flags.headersComplete === true,
    side: sideOf(side),
    maxBad: wholeNumber('--max-bad', maxBad, mostBad, 10),
    jobs: jobsOf(jobs),
    required: require.map((id) => knownId(id, contract, sideOf(side))),
    strict: flags.strict === true,
    waivers: waivers === undefined ? [] : await waiversOf(waivers, cwd, startedAt, contract),
    reporters: reporter === undefined ? usualReporters : chosenFormats(reporter, reporters),
  };
}

/** Where a part is written, its number, and the number of all parts. */
export interface PartSettings {
  readonly to: string;
  readonly id: number | null;
  readonly of: number | null;
}

/** Flags that belong to `merge`. */
const ofMerge = ['strict', 'waivers', 'require', 'reporter'] as const satisfies readonly (keyof CheckFlags)[];

/**
 * @returns null without --partial
 * @throws UsageError for flags that do not go together
 */
export function partSettings(flags: CheckFlags): PartSettings | null {
  const { partial, partId, parts } = flags;
  if (partial === undefined) {
    const [flag] = [partId === undefined ? [] : '--part-id', parts === undefined ? [] : '--parts'].flat();
    if (flag === undefined) return null;
    throw new UsageError(`${flag} is about parts. Expected --partial FILE beside it, or neither.`);
  }
  const wrong = ofMerge.find((flag) => flags[flag] !== undefined);
  if (wrong !== undefined)
    throw new UsageError(
      `--${wrong} decides nothing about a part (--partial). Give it where the parts are put together: conformance merge --${wrong}.`,
    );
  const id = partId === undefined ? null : wholeNumber('--part-id', partId, highestPartId, 0);
  const of = parts === undefined ? null : wholeNumber('--parts', parts, highestPartId, 4);
  if (of !== null && id === null)
    throw new UsageError(
      '--parts says how many there are. Expected --part-id N beside it, the number of this one.',
    );
  if (of === 0)
    throw new UsageError('--parts 0 leaves no part. Expected how many there are, for example --parts 4.');
  if (of !== null && id !== null && id > of)
    throw new UsageError(`--part-id ${id} is beyond --parts ${of}. Number parts from 0 or from 1.`);
  return { to: partial, id, of };
}
