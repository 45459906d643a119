import { exitCodes } from './exit.ts';

/** Where a command prints. Reports go to `out`, everything else to `err`. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
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
  /** Whether GitHub Actions reads `err`, and takes lines of it for annotations. */
  readonly annotations: boolean;
}

/** Columns assumed where nobody looks at a terminal. */
const defaultColumns = 100;

/**
 * A stream that nobody reads any more, or that cannot be written, must not end a run in its middle. A reader that went
 * away, as `head` does, has seen enough; a report that could not be printed otherwise is a fault.
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

/** NO_COLOR (no-color.org) and FORCE_COLOR as everywhere; no colour where the output is no terminal. */
export function processIo(environment: NodeJS.ProcessEnv): Io {
  const { stdin, stdout, stderr } = process;
  surviveLostStreams(process);
  const forced = environment['FORCE_COLOR'];
  const wanted = forced === undefined ? stdout.isTTY === true : forced !== '0' && forced !== 'false';
  const refused = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb';
  const inCi = environment['CI'] !== undefined;
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    colour: wanted && !refused,
    columns: stdout.columns ?? defaultColumns,
    isTerminal: stdout.isTTY === true,
    live: stderr.isTTY === true && !inCi,
    liveColumns: stderr.columns ?? defaultColumns,
    interactive: stdin.isTTY === true && stderr.isTTY === true && !inCi && environment['TERM'] !== 'dumb',
    annotations: environment['GITHUB_ACTIONS'] === 'true',
  };
}
