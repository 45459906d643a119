import { usualReporters } from '../../../reporters/index.ts';
import { requirementsOn } from '../../contract/contract.ts';
import { nearestHint } from '../../model/nearest.ts';
import type { Operation, Sides } from '../../model/requirement.ts';
import { contract } from '../../operations/index.ts';
import { UsageError } from '../../output/exit.ts';
import { loaded } from '../../output/settings.ts';
import { flagOf } from '../../settings/setting.ts';
import type { CheckInput, MergeInput } from './commands.ts';

function knownId(id: string, side: Sides): string {
  const known = requirementsOn(contract, side).map((one) => one.id);
  if (known.includes(id)) return id;
  throw new UsageError(
    `--require ${id} is not a requirement that is judged (--side ${side})${nearestHint(id, known)}. All requirements: conformance requirements --side ${side}.`,
  );
}

/**
 * @param startedAt ISO 8601; waivers end on a date
 * @throws UsageError for a flag that cannot be used
 */
export async function checkSettings(
  options: MergeInput['options'] & Partial<CheckInput['options']>,
  cwd: string,
  startedAt: string,
) {
  const { format = null, operation, maxBad, jobs = 1, waivers, answers, side = 'both' } = options;
  const operations: readonly Operation[] =
    operation === undefined ? contract.operations.map(({ name }) => name) : [operation];
  const { loadAnswers, loadWaivers } = await import('../../settings/index.ts');
  return {
    format,
    baseUrl: options.baseUrl?.url ?? null,
    operations,
    headersComplete: options.headersComplete === true,
    side,
    maxBad,
    /** How many threads judge. */
    jobs,
    /** Ids of requirements that must be checked. */
    required: (options.require ?? []).map((id) => knownId(id, side)),
    strict: options.strict === true,
    /** Ids of what is only shown and fails all the same. */
    requireShown: options.requireShown ?? [],
    answers: loaded(await loadAnswers(answers, cwd, contract)),
    gateAnswers: options.gateAnswers === true,
    waivers: waivers === undefined ? [] : loaded(await loadWaivers(waivers, cwd, startedAt, contract)),
    reporters: options.reporter ?? usualReporters,
  };
}

export type CheckSettings = Awaited<ReturnType<typeof checkSettings>>;

/** Flags that belong to `merge`. */
const ofMerge = [
  'strict',
  'requireShown',
  'waivers',
  'answers',
  'gateAnswers',
  'require',
  'reporter',
] as const satisfies readonly (keyof CheckInput['options'])[];

/**
 * Where a part is written, its number, and the number of all parts.
 * @returns null without --partial
 * @throws UsageError for flags that do not go together
 */
export function partSettings(options: Partial<CheckInput['options']>) {
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
