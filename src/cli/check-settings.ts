import { reporters, usualReporters } from '../../reporters/index.ts';
import { type Contract, requirementsOn } from '../contract/contract.ts';
import { nearest } from '../model/nearest.ts';
import type { Operation, Sides } from '../model/requirement.ts';
import { type TrafficFormat, trafficFormats } from '../model/traffic.ts';
import type { Waiver } from '../model/waiver.ts';
import { baseUrl } from '../settings/base-url.ts';
import { UsageError } from './exit.ts';
import { chosenFormats } from './formats.ts';
import type { PrintFlags } from './printed.ts';
import { problemsError } from './settings-options.ts';

/** Flags of `check` as they were typed. A target has no settings here: nothing is sent. */
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
}

/** What `check` is told. */
export interface CheckSettings {
  readonly format: TrafficFormat | null;
  readonly baseUrl: string | null;
  readonly operations: readonly Operation[];
  readonly headersComplete: boolean;
  readonly side: Sides;
  readonly maxBad: number;
  /** Ids that have to be checked. */
  readonly required: readonly string[];
  readonly strict: boolean;
  readonly waivers: readonly Waiver[];
  readonly reporters: readonly string[];
}

const sides = ['response', 'request', 'both'] as const satisfies readonly Sides[];

function choice<Value extends string>(flag: string, given: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === given);
  if (found !== undefined) return found;
  throw new UsageError(
    `${flag} ${given} is not known. Expected ${values.join(' or ')}, for example ${flag} ${values[0]}.`,
  );
}

function wholeNumber(flag: string, given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new UsageError(`${flag} ${given} is no whole number. Expected, for example, ${flag} 10.`);
}

function knownId(id: string, contract: Contract, side: Sides): string {
  const known = requirementsOn(contract, side);
  if (known.some((one) => one.id === id)) return id;
  const [meant = ''] = nearest(
    id,
    known.map((one) => one.id),
  );
  throw new UsageError(
    `--require ${id} is no requirement that is judged (--side ${side}); the nearest one is ${meant}. All of them: conformance requirements --side ${side}.`,
  );
}

async function baseUrlOf(given: string, contract: Contract): Promise<string> {
  const parsed = await baseUrl.parse(given, { contract, cwd: '', reporters: [], today: '' });
  if ('value' in parsed) return parsed.value.url;
  throw new UsageError(
    `--base-url ${parsed.problems.join('; ')}. Expected what stands before the paths of the document, for example --base-url https://staging.example.com/api.`,
  );
}

async function waiversOf(file: string, cwd: string, startedAt: string, contract: Contract) {
  const { loadWaivers } = await import('../settings/index.ts');
  const loaded = await loadWaivers(file, cwd, startedAt, contract);
  if ('problems' in loaded) throw problemsError(loaded.problems);
  return loaded.value;
}

/**
 * @param startedAt ISO 8601: waivers hold until a day
 * @throws UsageError for a flag that cannot be used
 */
export async function checkSettings(
  flags: CheckFlags,
  cwd: string,
  startedAt: string,
  contract: Contract,
): Promise<CheckSettings> {
  const { format, operation, require = [], maxBad = '0', waivers, reporter, side = 'both' } = flags;
  const names = contract.operations.map(({ name }) => name);
  return {
    format: format === undefined ? null : choice('--format', format, trafficFormats),
    baseUrl: flags.baseUrl === undefined ? null : await baseUrlOf(flags.baseUrl, contract),
    operations: operation === undefined ? names : [choice('--operation', operation, names)],
    headersComplete: flags.headersComplete === true,
    side: choice('--side', side, sides),
    maxBad: wholeNumber('--max-bad', maxBad),
    required: require.map((id) => knownId(id, contract, choice('--side', side, sides))),
    strict: flags.strict === true,
    waivers: waivers === undefined ? [] : await waiversOf(waivers, cwd, startedAt, contract),
    reporters: reporter === undefined ? usualReporters : chosenFormats(reporter, reporters),
  };
}
