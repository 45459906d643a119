import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { Exchange, Probe, SentRequest } from '../model/exchange.ts';
import type { Recording, RecordingHeader, Unsent } from '../model/recording.ts';
import { written } from './written.ts';

/**
 * `OUT/exchanges.ndjson`, one JSON object a line: `run` first, then an `intent` before each request, an `exchange` or
 * an `unsent` for what came of it, and `end` last. Everything in it is redacted. A request whose intent has no
 * exchange may have reached the service: its effect is unknown.
 */
export type JournalLine =
  | { readonly line: 'run'; readonly formatVersion: 1; readonly header: RecordingHeader }
  | { readonly line: 'intent'; readonly probe: Probe; readonly url: string; readonly at: string }
  | { readonly line: 'exchange'; readonly exchange: Exchange }
  | { readonly line: 'unsent'; readonly unsent: Unsent }
  | { readonly line: 'end'; readonly durationMs: number; readonly cut: boolean };

export interface Journal {
  readonly write: (line: JournalLine) => void;
  readonly close: () => void;
}

/** For a run that leaves nothing behind. */
export const noJournal: Journal = { write: () => undefined, close: () => undefined };

/**
 * Opens a journal anew. Lines are handed to the system before write returns, whole or with an error, so a killed
 * process loses none.
 */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'w', 0o600);
  const write = (line: JournalLine): void => {
    try {
      writeFileSync(file, `${written(line)}\n`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Error(`${path} cannot be written (${code}); it holds what was sent before`);
    }
  };
  return { write, close: () => closeSync(file) };
}

/** The file is no journal, or one of another version. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

type Line<Kind extends JournalLine['line']> = Extract<JournalLine, { line: Kind }>;

function parseLines(text: string): readonly JournalLine[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.flatMap((line, at) => {
    try {
      return [JSON.parse(line) as JournalLine];
    } catch {
      if (at === lines.length - 1) return [];
      throw new JournalError(
        `line ${at + 1} is not JSON; expected a recording as a run writes it to exchanges.ndjson`,
      );
    }
  });
}

function linesOf<Kind extends JournalLine['line']>(lines: readonly JournalLine[], kind: Kind): Line<Kind>[] {
  return lines.filter((line): line is Line<Kind> => line.line === kind);
}

function sentRequest({ method, addressed, body }: Probe, url: string): SentRequest {
  return { method, url, headers: [], addressed, ...(body === undefined ? {} : { body }) };
}

/** A request that went out and whose answer was never recorded. */
function interrupted({ probe, url, at }: Line<'intent'>): Exchange {
  const { id, operation, credentials, purpose } = probe;
  const message = 'the run ended before an answer was recorded';
  return {
    id,
    probe: id,
    operation,
    credentials,
    purpose,
    request: sentRequest(probe, url),
    failure: { kind: 'interrupted', message, sent: true },
    masked: [],
    timings: { startedAt: at, connectMs: null, firstByteMs: null, totalMs: 0 },
  };
}

/**
 * Reads what a run wrote, also one that was killed.
 *
 * @throws JournalError for text that is no journal of format version 1
 */
export function readJournal(text: string): Recording {
  const lines = parseLines(text);
  const [run] = linesOf(lines, 'run');
  if (run?.formatVersion !== 1) throw new JournalError('the first line is no run of format version 1');
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
