import { join, parse } from 'node:path';
import type { Exchange, JournalLine, RecordingHeader } from '../../schemas/types.ts';
import { createGrowing, ownerOnly, refuseOtherThanFile, renameFile } from '../files/write.ts';
import { written } from '../http/written.ts';
import { attempt } from '../model/attempt.ts';
import { known, pick } from '../model/known.ts';
import type { LineCheck, Recording } from '../model/recording.ts';

/**
 * `OUT/exchanges.ndjson`, one JSON object a line: `run` first, then an `intent` before each request, an `exchange` or
 * an `unsent` for its result, and `end` last. Everything in it is redacted. A request whose intent has no exchange may
 * have reached the service: its effect is unknown.
 */
export interface Journal {
  readonly write: (line: JournalLine) => void;
  /** Closes it and gives it its name. */
  readonly end: () => void;
  /** Closes it where it is, unless it ended. */
  readonly close: () => void;
  /** Where its lines are now; null for one that is not kept. */
  readonly path: () => string | null;
}

const nothing = () => undefined;

/** For a run that leaves nothing behind. */
export const noJournal: Journal = { write: nothing, end: nothing, close: nothing, path: () => null };

/**
 * Creates a journal, under a name of its run until it ends: `exchanges.5d0c8e21a7f3.ndjson`. Lines are handed to the
 * system before write returns, whole or with an error, so a killed process loses none.
 * @throws Error of the file system
 */
export function openJournal(named: string, header: RecordingHeader): Journal {
  const { dir, name, ext } = parse(named);
  let path = join(dir, `${name}.${header.runId}${ext}`);
  refuseOtherThanFile(named);
  const file = createGrowing(path, ownerOnly);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) file.close();
    isOpen = false;
  };
  const write = (line: JournalLine): void => {
    try {
      file.append(`${written(line)}\n`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Error(`${path} cannot be written (${code}); it holds what was sent before`);
    }
  };
  const end = (): void => {
    close();
    renameFile(path, named);
    path = named;
  };
  try {
    write({ line: 'run', formatVersion: 1, header });
  } catch (error) {
    close();
    throw error;
  }
  return { write, end, close, path: () => path };
}

type Line<Kind extends JournalLine['line']> = Extract<JournalLine, { line: Kind }>;

/** @throws Error that names the line; the last one may have been cut in its middle, and is then left out */
function parseLines(text: string, check: LineCheck): readonly JournalLine[] {
  const texts = text.trimEnd().split('\n');
  return texts.flatMap((line, at): readonly JournalLine[] => {
    if (line === '') return [];
    const value = attempt(() => JSON.parse(line) as JournalLine, undefined);
    if (value === undefined && at > 0 && at === texts.length - 1) return [];
    if (value === undefined) throw new Error(`line ${at + 1} is not JSON`);
    const problem = check(value);
    if (problem !== null) throw new Error(`line ${at + 1}: ${problem}`);
    return [value];
  });
}

function linesOf<Kind extends JournalLine['line']>(lines: readonly JournalLine[], kind: Kind): Line<Kind>[] {
  return lines.filter((line): line is Line<Kind> => line.line === kind);
}

/** A request that went out and whose response was never recorded. */
function interrupted({ probe, url, at }: Line<'intent'>): Exchange {
  const { method, addressed, body } = probe;
  const message = 'the run ended before a response was recorded';
  return {
    id: probe.id,
    probe: probe.id,
    ...pick(probe, 'operation', 'credentials', 'purpose'),
    request: { method, url, headers: [], addressed, ...known({ body }) },
    failure: { kind: 'interrupted', message, sent: true },
    masked: [],
    timings: { startedAt: at, connectMs: null, firstByteMs: null, totalMs: 0 },
  };
}

/**
 * Reads what a run wrote, also one that was killed.
 *
 * @param check of each line; without it, lines are taken for our own
 * @throws Error for text that is not a journal of format version 1, or has a line that does not pass
 */
export function readJournal(text: string, check: LineCheck = () => null): Recording {
  const lines = parseLines(text, check);
  const [run, another] = linesOf(lines, 'run');
  if (run?.formatVersion !== 1)
    throw new Error('the first line is not the header of a run, format version 1');
  if (another !== undefined) throw new Error('a recording is of one run, and this one has two headers');
  const recorded = new Map(linesOf(lines, 'exchange').map(({ exchange }) => [exchange.probe, exchange]));
  for (const intent of linesOf(lines, 'intent')) {
    if (!recorded.has(intent.probe.id)) recorded.set(intent.probe.id, interrupted(intent));
  }
  const [end] = linesOf(lines, 'end');
  return {
    header: run.header,
    exchanges: run.header.plan.flatMap(({ probe }) => recorded.get(probe) ?? []),
    unsent: linesOf(lines, 'unsent').map(({ unsent }) => unsent),
    durationMs: end?.durationMs ?? 0,
    cut: end?.cut ?? true,
  };
}
