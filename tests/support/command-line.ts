import type { Io } from '../../src/output/io.ts';
import { fakeIo } from './io.ts';
import { main } from './subject.ts';

interface Given {
  readonly cwd?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** What differs from a stream of 80 columns that is no terminal. */
  readonly io?: Partial<Io>;
}

/** Runs a command line in this process, with no more of the environment than is given. */
export async function commandLine(
  args: readonly string[],
  { cwd = '/', environment = {}, io: changes }: Given = {},
) {
  const io = fakeIo(changes);
  const code = await main({ args, environment, cwd, io });
  return { code, printed: io.printed(), errors: io.errors() };
}
