import type { Exchange, Report, Scope } from '../../schemas/types.ts';
import { readSent } from '../json/text.ts';
import type { Recording } from '../model/recording.ts';
import { contract, type OperationName } from '../operations/index.ts';
import { tool } from '../output/tool.ts';
import { buildReport } from '../report/build.ts';
import { newRunId } from '../run/run.ts';
import { urlOf } from '../text/url.ts';

export interface JudgeOptions {
  /** What has to be exercised for the outcome to be `conforms`; the operations that the exchanges are of by default. */
  readonly operations?: readonly OperationName[];
  /** Whether refusals of unauthorised requests have to be exercised too; by default where there is such an exchange. */
  readonly unauthorized?: boolean;
  /** Deviations from what the document only shows fail as well; false by default. */
  readonly strict?: boolean;
  /** Ids of what the document only shows, deviations from which fail as well; none by default. */
  readonly requireShown?: readonly string[];
  /** The service, as the report names it; the origin of the first exchange by default. */
  readonly baseUrl?: string;
}

/** Findings name exchanges by id, so no two may share one. */
function withUniqueIds(exchanges: readonly Exchange[]): readonly Exchange[] {
  const counts = new Map<string, number>();
  const taken = new Set(exchanges.map(({ id }) => id));
  return exchanges.map((exchange) => {
    let count = counts.get(exchange.id) ?? 0;
    let id: string;
    do {
      count += 1;
      id = count === 1 ? exchange.id : `${exchange.id}-${count}`;
    } while (count > 1 && taken.has(id));
    counts.set(exchange.id, count);
    return id === exchange.id ? exchange : { ...exchange, id, probe: id };
  });
}

/** The flags of the scope that some request makes true. */
function flagsOf(exchanges: readonly Exchange[]): Readonly<Record<string, boolean>> {
  const flags = contract.operations.flatMap(({ name: operation, flags }) => {
    const bodies = exchanges.flatMap((one) => (one.operation === operation ? [one.request.body] : []));
    const sent = bodies.map((body) => (body === undefined ? undefined : readSent(body).value));
    return flags.map(({ name, isSet }) => [name, sent.some(isSet)]);
  });
  return Object.fromEntries(flags);
}

function scopeOf(exchanges: readonly Exchange[], { operations, unauthorized }: JudgeOptions): Scope {
  const all = contract.operations.map(({ name }) => name);
  const seen = all.filter((name) => exchanges.some(({ operation }) => operation === name));
  return {
    operations: operations ?? (seen.length === 0 ? all : seen),
    unauthorized: unauthorized ?? exchanges.some(({ credentials }) => credentials !== 'authorised'),
    ...flagsOf(exchanges),
  };
}

/** @throws TypeError for an id that names nothing which the document only shows */
function requiredShown({ requireShown = [] }: JudgeOptions): Partial<Report['run']['options']> {
  const wrong = requireShown.find((id) => contract.requirement(id)?.strength !== 'shown');
  if (wrong !== undefined)
    throw new TypeError(
      `requireShown names ${JSON.stringify(wrong)}, but expects requirements that the document only suggests`,
    );
  return requireShown.length === 0 ? {} : { requireShown };
}

function recordingOf(given: readonly Exchange[], options: JudgeOptions): Recording {
  const exchanges = withUniqueIds(given);
  const origin = urlOf(exchanges[0]?.request.url ?? '')?.origin ?? '';
  const starts = exchanges.map(({ timings }) => timings.startedAt).sort();
  return {
    header: {
      runId: newRunId(),
      startedAt: starts[0] ?? new Date().toISOString(),
      tool,
      target: { baseUrl: options.baseUrl ?? origin, reference: false },
      options: {
        ...{ strict: options.strict ?? false, repeat: 1, serial: false, delayMs: 0, timeoutMs: 0 },
        ...requiredShown(options),
      },
      scope: scopeOf(exchanges, options),
      plan: exchanges.map(({ id: probe, request: { method, url }, purpose }) => ({
        probe,
        method,
        path: urlOf(url)?.pathname ?? url,
        purpose,
      })),
      gaps: [],
    },
    exchanges,
    unsent: [],
    durationMs: exchanges.reduce((sum, { timings }) => sum + timings.totalMs, 0),
    cut: false,
  };
}

/**
 * Judges exchanges by every requirement of the document, and gives the outcome: the same judge and gate as `conformance
 * run`. Sends, reads and writes nothing. Never throws for what a service returned.
 * @throws TypeError for options that cannot be followed
 */
export function judge(exchanges: readonly Exchange[], options: JudgeOptions = {}): Report {
  return buildReport(recordingOf(exchanges, options));
}
