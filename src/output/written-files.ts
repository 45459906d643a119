import type { JournalLine } from '../../schemas/types.ts';
import { problemWith, quoted } from '../files/document-problem.ts';
import { documentValidator } from '../files/document-validators.ts';
import { readSent } from '../json/text.ts';
import { attempt } from '../model/attempt.ts';
import type { Recording } from '../model/recording.ts';
import { contract } from '../operations/index.ts';
import { readJournal } from '../run/journal.ts';

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
function operationProblem(line: JournalLine): string | null {
  const known = contract.operations.map(({ name }) => name);
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
export function recordingLineProblem(value: unknown): string | null {
  const problem = lineProblem(value);
  if (problem !== null) return problem;
  return operationProblem(value as JournalLine) ?? bodyProblem(value as JournalLine);
}

/**
 * A recording, each of its lines checked against its schema.
 * @throws Error whose message names the line and continues after the name of the file
 */
export function checkedRecording(text: string): Recording {
  return readJournal(text, recordingLineProblem);
}

/**
 * A line of a part of what was found in traffic: the first one, or one of requestIds.
 * @throws Error whose message continues after the name of the file
 */
export function checkedPartLine(text: string, kind: 'part' | 'requestIds'): unknown {
  const value = attempt(() => JSON.parse(text) as unknown, undefined);
  if (value === undefined) throw new Error('is not JSON. Expected a line as check --partial writes it');
  const problem = problemWith(value, documentValidator(kind));
  if (problem === null) return value;
  throw new Error(
    `does not have the form of a part: ${problem}. Expected a line as check --partial writes it`,
  );
}
