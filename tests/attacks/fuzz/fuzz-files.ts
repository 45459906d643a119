import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { main } from '../../../src/cli/program.ts';
import { acting } from '../../support/acting.ts';
import { fakeIo } from '../../support/io.ts';
import { anyEnvFile } from '../properties/env-file.ts';
import { runChild } from './fuzz-child.ts';
import { mutated, oneOf, type Pick, picking } from './fuzz-mutations.ts';
import { filesIn, partProblems, writtenProblems } from './fuzz-outputs.ts';
import { besides, environment, type ReadFile, readFiles } from './read-files.ts';

/** Files that somebody else wrote or damaged, read by every command that reads such files. */

/** Milliseconds within which a command ends: generous, as other cases run beside it. */
const deadlineMs = 120_000;
/** Memory that a command may take at its peak, whatever it reads. */
const mostBytes = 1_500_000_000;

/** What became of one case. */
export interface Tried {
  readonly kind: string;
  readonly problems: readonly string[];
  readonly ms: number;
  /** Of a process of its own; zero for a command in this one. */
  readonly peakBytes: number;
}

interface Kind extends ReadFile {
  readonly bounds: readonly (() => string)[];
}

let known: Promise<readonly Kind[]> | undefined;

async function kinds(): Promise<readonly Kind[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'conformance-fuzz-'));
  try {
    for (const [name, text] of Object.entries(besides)) writeFileSync(join(cwd, name), text);
    return (await readFiles(cwd)).map((one) => ({ ...one, bounds: one.boundaries() }));
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function contentOf({ kind, text, bounds }: Kind, seed: number, pick: Pick): Buffer {
  if (kind === 'environment' && pick(2) === 0) {
    const [line = ''] = fc.sample(anyEnvFile, { seed, numRuns: 1 });
    return Buffer.from(line);
  }
  if (bounds.length > 0 && pick(3) === 0) return Buffer.from(oneOf(bounds, pick)());
  return mutated(text, pick);
}

interface End {
  readonly code: number | null;
  readonly printed: string;
  readonly peakBytes: number;
  readonly problems: readonly string[];
}

async function inThisProcess(args: readonly string[], cwd: string): Promise<End> {
  const io = fakeIo();
  const code = await main({ args, environment: { ...environment }, cwd, io });
  const text = io.printed() + io.errors();
  const problems = args.includes('--partial')
    ? partProblems(io.printed())
    : acting.test(text)
      ? ['printed something that acts']
      : [];
  return { code, printed: text, peakBytes: 0, problems };
}

async function inItsOwn(args: readonly string[], cwd: string): Promise<End> {
  const { code, signal, printed, peakBytes } = await runChild({ args, cwd, environment, deadlineMs });
  const problems = [
    ...(peakBytes === null ? [`ended by ${signal ?? 'itself before its end'}`] : []),
    ...((peakBytes ?? 0) > mostBytes ? [`took ${peakBytes} bytes of memory`] : []),
  ];
  return { code, printed, peakBytes: peakBytes ?? 0, problems };
}

/** What a command may write, below the folder of the case. */
const mayWrite = /^cwd\/(?:out\/|waived\.json$)/;

async function tryCommand(
  args: readonly string[],
  folder: string,
  isApart: boolean,
): Promise<Omit<Tried, 'kind'>> {
  const cwd = join(folder, 'cwd');
  const before = filesIn(folder);
  const began = performance.now();
  const end = await (isApart ? inItsOwn : inThisProcess)(args, cwd);
  const ms = performance.now() - began;
  const written = { before, after: filesIn(folder), mayWrite };
  const problems = [
    ...(end.code !== null && end.code >= 0 && end.code <= 3
      ? []
      : [`exit ${end.code}: ${end.printed.slice(-500)}`]),
    ...end.problems,
    ...(/^ {4}at .*:\d+:\d+\)?$/m.test(end.printed) ? ['printed a stack trace'] : []),
    ...(end.printed.includes(environment.CONFORMANCE_SECRET_ONE)
      ? ['printed a secret of the environment']
      : []),
    ...(ms > deadlineMs ? [`took ${Math.round(ms)} ms`] : []),
    ...writtenProblems(written),
  ];
  return {
    problems: problems.map((problem) => `${args.join(' ')}: ${problem}`),
    ms,
    peakBytes: end.peakBytes,
  };
}

/** One file and one command that reads it; every twelfth in a process of its own. The same seed makes the same case. */
export async function tryFile(seed: number): Promise<Tried> {
  known ??= kinds();
  const pick = picking(Math.imul(seed, 0x9e3779b1));
  const kind = oneOf(await known, pick);
  const folder = mkdtempSync(join(tmpdir(), 'conformance-fuzz-'));
  try {
    const cwd = join(folder, 'cwd');
    mkdirSync(cwd);
    writeFileSync(join(folder, 'neighbour.txt'), 'of somebody else');
    for (const [name, text] of Object.entries(besides)) writeFileSync(join(cwd, name), text);
    writeFileSync(join(cwd, kind.name), contentOf(kind, seed, pick));
    const tried = await tryCommand(oneOf(kind.commands, pick), folder, pick(12) === 0);
    return { kind: kind.kind, ...tried };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
