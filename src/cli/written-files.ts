import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import locationsSchema from '../../schemas/suite/locations.schema.json' with { type: 'json' };
import recordingSchema from '../../schemas/suite/recording.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/suite/report.schema.json' with { type: 'json' };
import waiversSchema from '../../schemas/suite/waivers.schema.json' with { type: 'json' };
import type { Contract } from '../contract/contract.ts';
import { parseJson } from '../json/json.ts';
import type { Recording } from '../model/recording.ts';
import type { Report } from '../model/report.ts';
import type { Unconcluded } from '../report/conclude.ts';
import { type JournalLine, readJournal } from '../run/journal.ts';
import { clipped, visible } from '../text/escape.ts';

/** Characters of a name or a value in what is told of a file. */
const longestQuote = 200;

/** A part of a file in a message: on one line, and short. */
function quoted(text: string): string {
  return visible(clipped(text, longestQuote));
}

const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  schemas: [reportSchema, waiversSchema, locationsSchema, recordingSchema],
});

const validators = new Map<string, ValidateFunction>();

function validatorOf(reference: string): ValidateFunction {
  const known = validators.get(reference) ?? ajv.compile({ $ref: reference });
  validators.set(reference, known);
  return known;
}

function expectation({ keyword, params, message = 'is not as it should be' }: ErrorObject): string {
  const { allowedValues, allowedValue, additionalProperty } = params as Readonly<Record<string, unknown>>;
  if (keyword === 'enum') return `must be one of ${(allowedValues as readonly unknown[]).join(', ')}`;
  if (keyword === 'const') return `must be ${JSON.stringify(allowedValue)}`;
  if (keyword === 'additionalProperties')
    return `has a member that it should not have, ${additionalProperty}`;
  return message;
}

/** @returns where a value is not as its schema says, and what was expected there; null for one that is */
function problemWith(value: unknown, reference: string): string | null {
  const validate = validatorOf(reference);
  if (validate(value)) return null;
  const [error] = validate.errors ?? [];
  if (error === undefined) return 'it is not as its schema says';
  const place = quoted(error.instancePath) || 'its root';
  return `${place} ${quoted(expectation(error))}`;
}

/** A report as somebody has it: those of earlier versions do not describe their operations, and conclude nothing. */
export type ReadBack = Omit<Unconcluded, 'operations'> &
  Partial<Pick<Report, 'operations' | 'conclusion' | 'problems' | 'change'>>;

/** Names of operations that a report has something of, and neither it nor the contract describes. */
function undescribed(
  { operations: own, run, requirements, effects, exchanges }: ReadBack,
  contract: Contract,
): string | null {
  const operations = own ?? contract.operations;
  const described = new Set(operations.map(({ name }) => name));
  const named = [...requirements, ...effects, ...exchanges].map(({ operation }) => operation);
  const missing = [...run.scope.operations, ...named].find((name) => !described.has(name));
  return missing === undefined ? null : `/operations does not describe ${missing}`;
}

/** @throws Error whose message goes on after the name of the file */
export function checkedReport(value: unknown, contract: Contract): ReadBack {
  const problem = problemWith(value, reportSchema.$id) ?? undescribed(value as ReadBack, contract);
  if (problem === null) return value as ReadBack;
  const version = (value as { formatVersion?: unknown } | null)?.formatVersion;
  if (Number.isInteger(version) && version !== 1)
    throw new Error(
      `has format version ${version}; this version of the suite reads format version 1. Render or compare it with the version that wrote it`,
    );
  throw new Error(`is no report of format version 1: ${problem}. Expected report.json as a run writes it`);
}

const kinds = [
  'run',
  'intent',
  'exchange',
  'unsent',
  'end',
] as const satisfies readonly JournalLine['line'][];

/** What a line names of its run: a request, the operations in a place, and in another a body that was sent. */
interface Named {
  readonly probe: string | null;
  readonly operations: readonly [place: string, names: readonly string[]];
  readonly body?: readonly [place: string, text: string | undefined];
}

function namedIn(line: JournalLine): Named {
  switch (line.line) {
    case 'run': {
      const { scope, gaps } = line.header;
      const names = [...scope.operations, ...gaps.map(({ operation }) => operation)];
      return { probe: null, operations: ['every operation in /header', names] };
    }
    case 'intent': {
      const { id, operation, body } = line.probe;
      return { probe: id, operations: ['/probe/operation', [operation]], body: ['/probe/body', body] };
    }
    case 'exchange': {
      const { probe, operation, request } = line.exchange;
      const body = ['/exchange/request/body', request.body] as const;
      return { probe, operations: ['/exchange/operation', [operation]], body };
    }
    case 'unsent': {
      const { probe, operation } = line.unsent;
      return { probe, operations: ['/unsent/operation', [operation]] };
    }
    case 'end':
      return { probe: null, operations: ['', []] };
  }
}

/** What a schema of one line cannot say. */
class Order {
  private plan: ReadonlySet<string> | undefined;
  private readonly seen = new Set<string>();

  problemWith(line: JournalLine): string | null {
    if (line.line === 'run') return this.begin(line.header.plan.map(({ probe }) => probe));
    if (this.plan === undefined) return 'a line of the kind run is expected before all others';
    const { probe } = namedIn(line);
    if (probe !== null && !this.plan.has(probe)) return `the plan of the run has no request ${quoted(probe)}`;
    return (
      this.once(`${line.line} ${probe ?? ''}`) ??
      (line.line === 'exchange' ? this.once(`id ${line.exchange.id}`) : null)
    );
  }

  private begin(probes: readonly string[]): string | null {
    if (this.plan !== undefined)
      return 'a recording is of one run, and this is the second line of the kind run';
    this.plan = new Set(probes);
    return this.plan.size === probes.length ? null : '/header/plan names a request twice; expected each once';
  }

  private once(what: string): string | null {
    if (this.seen.has(what)) return `${quoted(what)} stands here for the second time; expected once`;
    this.seen.add(what);
    return null;
  }
}

function lineProblem(value: unknown): string | null {
  const kind = kinds.find((known) => known === (value as { line?: unknown } | null)?.line);
  if (kind === undefined) return `/line must be one of ${kinds.join(', ')}`;
  return problemWith(value, `${recordingSchema.$id}#/$defs/${kind}`);
}

/** What a line says of operations is judged by what the contract says of them. */
function operationProblem(line: JournalLine, { operations }: Contract): string | null {
  const known = operations.map(({ name }) => name);
  const [place, names] = namedIn(line).operations;
  return names.every((name) => known.includes(name)) ? null : `${place} must be one of ${known.join(', ')}`;
}

/** What was sent is compared with the answer, so it has to be JSON. */
function bodyProblem(line: JournalLine): string | null {
  const [place, body] = namedIn(line).body ?? [];
  try {
    if (body !== undefined) parseJson(body);
    return null;
  } catch (error) {
    return `${place} must be JSON text: ${quoted((error as Error).message)}`;
  }
}

/**
 * What is wrong with a value that stands as a line of a recording, whatever the other lines are; null for nothing.
 */
export function recordingLineProblem(value: unknown, contract: Contract): string | null {
  const problem = lineProblem(value);
  if (problem !== null) return problem;
  return operationProblem(value as JournalLine, contract) ?? bodyProblem(value as JournalLine);
}

/**
 * A recording that anybody may have written: each line is held to its schema, and to what came before it.
 * @throws Error whose message names the line and goes on after the name of the file
 */
export function checkedRecording(text: string, contract: Contract): Recording {
  const order = new Order();
  const problemWithLine = (line: JournalLine) =>
    operationProblem(line, contract) ?? order.problemWith(line) ?? bodyProblem(line);
  return readJournal(text, (value) => lineProblem(value) ?? problemWithLine(value as JournalLine));
}
