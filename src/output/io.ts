import { visible, visibleLines } from '../text/escape.ts';
import { exitCodes } from './exit.ts';

/**
 * All text is printed here, so a new message cannot forget the escaping: `out` and `err` take text of any origin and
 * make it harmless.
 */

/** The ways in which text is printed, one for each degree of trust. */
export interface Printing {
  /**
   * Prints text on standard output, `err` on standard error. Any part of it may come from a service, a file or a
   * setting: line feeds are kept, everything else that a terminal or a build service would act on is made visible.
   */
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Prints on standard output what a renderer made: its colours, or JSON. The renderer escaped what is not its own. */
  readonly rendered: (text: string) => void;
  /** Prints on standard error workflow commands that a renderer made. */
  readonly commands: (text: string) => void;
  /** On a terminal only: replaces the last line on standard error; an empty one clears it. */
  readonly overwrite: (line: string) => void;
}

/** Where a command prints. Reports go to standard output, everything else to standard error. */
export interface Io extends Printing {
  /** Whether reports may hold colour, and how wide the terminal is. */
  readonly colour: boolean;
  readonly columns: number;
  /** Whether reports go to a terminal. */
  readonly isTerminal?: boolean;
  /** Whether progress may overwrite its own line, and how long the line may be. */
  readonly live: boolean;
  readonly liveColumns?: number;
  /** Whether somebody is there to answer questions: a terminal to read from and one to ask on, and no CI. */
  readonly interactive?: boolean;
  /** Whether GitHub Actions reads standard error, and takes lines of it for annotations. */
  readonly annotations: boolean;
}

/** Takes text as it is to be written. */
type Write = (text: string) => void;

const clearLine = '\r\u001b[2K';

/** Prints to two streams. Nothing else of the command line writes to either. */
export function printingTo(out: Write, err: Write): Printing {
  return {
    out: (text) => out(visibleLines(text)),
    err: (text) => err(visibleLines(text)),
    rendered: out,
    commands: err,
    overwrite: (line) => err(clearLine + visible(line)),
  };
}

/** Keeps what is printed in some of the ways until it is released, so that nothing else is printed in between. */
export function heldOutput(io: Io, ways: readonly ('out' | 'err' | 'rendered' | 'commands')[]) {
  const prints: (() => void)[] = [];
  const held = ways.map((way) => [way, (text: string) => void prints.push(() => io[way](text))]);
  const release = () => {
    for (const print of prints.splice(0)) print();
  };
  return { io: { ...io, ...Object.fromEntries(held) } as Io, release };
}

/** Columns assumed where there is no terminal. */
const defaultColumns = 100;
/** Columns of a terminal that does not know its size and says 0, such as one of a container. */
const unsizedColumns = 80;

/**
 * A stream that nobody reads any more, or that cannot be written, must not stop a run halfway. A reader that went away,
 * as `head` does, has seen enough; a report that could not be printed otherwise is a fault.
 */
function surviveLostStreams({ stdout, stderr }: NodeJS.Process): void {
  stderr.on('error', () => undefined);
  stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    stderr.write(`conformance: standard output cannot be written (${code})\n`);
    process.once('exit', () => {
      process.exitCode = exitCodes.fault;
    });
  });
}

type OutputStream = Pick<NodeJS.WriteStream, 'write'> & {
  readonly isTTY?: boolean;
  columns?: number;
};

/** What a command reads from and prints on. */
export interface Streams {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** The process's own streams. */
export function processIo(environment: NodeJS.ProcessEnv): Io {
  surviveLostStreams(process);
  return ioOver(process, environment);
}

/** NO_COLOR (no-color.org) and FORCE_COLOR as everywhere; no colour where the output is not a terminal. */
export function ioOver({ stdin, stdout, stderr }: Streams, environment: NodeJS.ProcessEnv): Io {
  const forced = environment['FORCE_COLOR'];
  const wanted = forced === undefined ? stdout.isTTY === true : forced !== '0' && forced !== 'false';
  const refused = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb';
  const inCi = !/^(?:|0|false)$/i.test(environment['CI'] ?? '');
  // Written into the streams, as prompts read it there.
  for (const stream of [stdout, stderr])
    if (stream.columns === 0)
      stream.columns = Math.max(0, Number(environment['COLUMNS']) || 0) || unsizedColumns;
  return {
    ...printingTo(
      (text) => void stdout.write(text),
      (text) => void stderr.write(text),
    ),
    colour: wanted && !refused,
    columns: stdout.columns ?? defaultColumns,
    isTerminal: stdout.isTTY === true,
    live: stderr.isTTY === true && !inCi,
    liveColumns: stderr.columns ?? defaultColumns,
    interactive: stdin.isTTY === true && stderr.isTTY === true && !inCi && environment['TERM'] !== 'dumb',
    annotations: environment['GITHUB_ACTIONS'] === 'true',
  };
}
