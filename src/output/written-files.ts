import type { Contract } from '../contract/contract.ts';
import { contractDigest } from '../contract/digest.ts';
import { readSent } from '../json/text.ts';
import { attempt } from '../model/attempt.ts';
import type { JournalLine, Recording } from '../model/recording.ts';
import { readJournal } from '../run/journal.ts';
import { miscountedIn, type Part } from '../traffic/part.ts';
import { blockOf, type IdBlock, type WrittenIds } from '../traffic/part-ids.ts';
import { problemWith, quoted } from './document-problem.ts';
import { documentValidator } from './document-validators.ts';

const kinds = [
  'run',
  'intent',
  'exchange',
  'unsent',
  'end',
] as const satisfies readonly JournalLine['line'][];

/** What a line says of operations and where they are named, and of a body that was sent. */
interface NamedOperations {
  readonly operations: readonly [place: string, names: readonly string[]];
  readonly body?: readonly [place: string, text: string | undefined];
}

function namedIn(line: JournalLine): NamedOperations {
  switch (line.line) {
    case 'run': {
      const { scope, gaps } = line.header;
      const names = [...scope.operations, ...gaps.map(({ operation }) => operation)];
      return { operations: ['every operation in /header', names] };
    }
    case 'intent': {
      const { operation, body } = line.probe;
      return { operations: ['/probe/operation', [operation]], body: ['/probe/body', body] };
    }
    case 'exchange': {
      const { operation, request } = line.exchange;
      return {
        operations: ['/exchange/operation', [operation]],
        body: ['/exchange/request/body', request.body],
      };
    }
    case 'unsent':
      return { operations: ['/unsent/operation', [line.unsent.operation]] };
    case 'end':
      return { operations: ['', []] };
  }
}

function lineProblem(value: unknown): string | null {
  const kind = kinds.find((known) => known === (value as { line?: unknown } | null)?.line);
  if (kind === undefined) return `/line must be one of ${kinds.join(', ')}`;
  return problemWith(value, documentValidator(kind));
}

/** What a line says of operations is judged by what the contract says of them. */
function operationProblem(line: JournalLine, { operations }: Contract): string | null {
  const known = operations.map(({ name }) => name);
  const [place, names] = namedIn(line).operations;
  return names.every((name) => known.includes(name)) ? null : `${place} must be one of ${known.join(', ')}`;
}

/** What was sent is compared with the response, so it has to be JSON. */
function bodyProblem(line: JournalLine): string | null {
  const [place, body] = namedIn(line).body ?? [];
  try {
    if (body !== undefined) readSent(body);
    return null;
  } catch (error) {
    return `${place} must be JSON text: ${quoted((error as Error).message)}`;
  }
}

/** What is wrong with a value that should be a line of a recording; null for nothing. */
export function recordingLineProblem(value: unknown, contract: Contract): string | null {
  const problem = lineProblem(value);
  if (problem !== null) return problem;
  return operationProblem(value as JournalLine, contract) ?? bodyProblem(value as JournalLine);
}

/**
 * A recording, each of its lines checked against its schema.
 * @throws Error whose message names the line and continues after the name of the file
 */
export function checkedRecording(text: string, contract: Contract): Recording {
  return readJournal(text, (value) => recordingLineProblem(value, contract));
}

/** Names that a part has something of, and the contract does not know. */
function unknownIn({ operations, traffic }: Part, contract: Contract): string | undefined {
  const { judge, deviations } = traffic;
  const known = new Set(contract.operations.map(({ name }) => name));
  const questions = new Set(contract.questions.map(({ id }) => id));
  const ids = [...Object.keys(judge.tallies), ...Object.keys(deviations)];
  return (
    [...operations, ...Object.keys(traffic.operations)].find((name) => !known.has(name)) ??
    ids.find((id) => contract.requirement(id) === undefined) ??
    Object.keys(judge.questions).find((id) => !questions.has(id))
  );
}

/** RequestIds of a part. @throws Error whose message continues after the name of the file */
function checkedIds(value: object, contract: Contract): IdBlock {
  const problem = problemWith(value, documentValidator('requestIds'));
  const written = value as WrittenIds;
  const block = problem === null ? blockOf(written) : null;
  if (block === null)
    throw new Error(
      `has no requestIds of a part: ${problem ?? 'hashes, keys and numbers are not of the same responses'}. Expected a line as check --partial writes it`,
    );
  if (!contract.operations.some(({ name }) => name === block.operation))
    throw new Error(`contains ${quoted(block.operation)}, which is not in the document`);
  return block;
}

/**
 * A line of a part of what was found in traffic, which anybody may have written: it is held to its schema.
 * @throws Error whose message continues after the name of the file
 */
export function checkedPartLine(
  text: string,
  contract: Contract,
): { readonly part: Part } | { readonly ids: IdBlock } {
  const value = attempt(() => JSON.parse(text) as unknown, undefined);
  if (value === undefined) throw new Error('is not JSON. Expected a line as check --partial writes it');
  if (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'requestIds') &&
    !Object.hasOwn(value, 'partial')
  )
    return { ids: checkedIds(value, contract) };
  return { part: checkedPart(value, contract) };
}

function checkedPart(value: unknown, contract: Contract): Part {
  const version = (value as { partial?: unknown } | null)?.partial;
  if (Number.isInteger(version) && version !== 1)
    throw new Error(`has format version ${version}; this version of the suite reads format version 1`);
  const problem = problemWith(value, documentValidator('part'));
  if (problem !== null)
    throw new Error(
      `does not have the form of a part, format version 1: ${problem}. Expected a line as check --partial writes it`,
    );
  const part = value as Part;
  // Of another contract, other names are known: that it is another one is what has to be told.
  const unknown = part.contract === contractDigest(contract) ? unknownIn(part, contract) : undefined;
  if (unknown !== undefined) throw new Error(`contains ${quoted(unknown)}, which is not in the document`);
  const miscounted = miscountedIn(part);
  if (miscounted !== null)
    throw new Error(
      `counts less at ${quoted(miscounted)} than it lists beside it. Expected a line as check --partial writes it`,
    );
  return part;
}
