import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { attempt } from '../model/attempt.ts';
import { topics } from '../model/setting.ts';
import { Cancelled, type ExitCode, exitCodes, UsageError } from '../output/exit.ts';
import { type Io, processIo } from '../output/io.ts';
import { tool } from '../output/tool.ts';
import { workingDirectory } from '../output/working-directory.ts';
import { takeEnvironment } from '../settings/environment.ts';
import { commands, type ListedCommand } from './commands.ts';
import { asStarted, commandName, programName } from './options/command-line.ts';
import {
  addFlags,
  Command,
  type Command as Commander,
  CommanderError,
  flagsOf,
  typedAgain,
  typedFlags,
} from './options/flags.ts';
import { readOptions } from './options/option.ts';

export interface Invocation {
  /** Arguments after the program's name. */
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Looked up when it is asked for. @throws UsageError when it is gone */
  readonly cwd: string;
  /** The words that start the program again in the same way, such as `npx conformance`; `conformance` without it. */
  readonly command?: string;
  readonly io: Io;
  /** Standard input; that of the process without it. */
  readonly input?: () => Readable;
  /** Has the process free memory soon, at the cost of a little time; absent where others use the process too. */
  readonly saveMemory?: (phase: Phase) => void;
  /** Module that judges shares of traffic in threads of its own; they are judged in this one without it. */
  readonly worker?: URL;
}

/** What a command does that needs memory: responses, as large as a service makes them, or any number of entries. */
export type Phase = 'running' | 'reading';

/**
 * Flags of V8. To optimise the HTTP parser of undici, which is WebAssembly, costs a run 30 MiB. While entries are read, one
 * thread collects new objects, sooner than several that have to be woken, and old ones before there are twice as many;
 * later versions need 20 MiB more in such a small heap, and two thirds of the time.
 */
// Goes with Node.js 22: to optimize for size takes 1.7 times as long there while entries are read.
const isOldNode = Number.parseInt(process.versions.node, 10) < 24;
const littleMemory: Readonly<Record<Phase, readonly string[]>> = {
  running: ['--optimize-for-size', '--liftoff-only'],
  reading: [isOldNode ? '--heap-growing-percent=50' : '--optimize-for-size', '--no-parallel-scavenge'],
};

type Finish = (code: ExitCode) => void;

/** The package carries the documentation: a reader needs neither a network nor a repository. */
const docs = join(dirname(createRequire(import.meta.url).resolve(`${tool.name}/package.json`)), 'docs');

const footer = (command: string) => `
Exit codes:
  0  conforms     everything in scope was checked, and nothing deviates
  1  deviates     something deviates that no waiver accepts
  2  usage        the command or the configuration is wrong; nothing was sent
  3  incomplete   something in scope could not be judged
  4  fault        the suite itself failed

Try it without a service:  ${command} run --reference
Documentation:  ${docs}`;

/** A command with everything that its help says, and what it does. */
async function declare(
  made: Commander,
  { load }: ListedCommand,
  invocation: Invocation,
  finish: Finish,
): Promise<void> {
  const { command: start = programName } = invocation;
  const declared = await load();
  const { options, settings, examples, footer: end = [] } = declared;
  const all = await flagsOf(declared);
  made.optionsGroup(`${topics.command}:`).helpOption('-h, --help', 'Print this help');
  addFlags(made, all);
  const variables = 'Flags as variables, such as CONFORMANCE_BASE_URL: docs/configuration.md';
  const lines = [
    ...['', 'Examples:', ...examples.map((example) => `  ${start} ${example}`), ''],
    ...[end].flat(),
    ...(settings === undefined ? [] : [variables]),
    'Exit codes: 0 conforms, 1 deviates, 2 usage, 3 incomplete, 4 fault',
  ];
  made.addHelpText('after', lines.join('\n'));
  made.action(async () => {
    const typed = typedFlags(made);
    const flags = Object.fromEntries(Object.entries(typed).filter(([key]) => !Object.hasOwn(options, key)));
    const words = (made.processedArgs as readonly (string | readonly string[] | undefined)[]).flat();
    const given = { words: words.filter((word) => word !== undefined), flags, invocation };
    const values = await readOptions(options, typed);
    const again = typedAgain(all, typed);
    finish((await declared.act({ ...given, options: values, again })) ?? exitCodes.conforms);
  });
}

async function makeProgram(invocation: Invocation, finish: Finish): Promise<Commander> {
  const { io, args, command: start = programName } = invocation;
  const program = new Command(programName)
    .description('Says field by field whether a service does what the interface document says.')
    .version(tool.version)
    .exitOverride()
    .commandsGroup('Other:')
    .helpCommand(true)
    .configureOutput({
      writeOut: (text) => io.out(said(text, invocation)),
      writeErr: (text) => io.err(said(text, invocation)),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
      outputError: (text, write) => write(text.replace(/^error: /, 'conformance: ')),
    })
    .configureHelp({
      subcommandTerm: (one) => [one.name(), '[options]', one.usage().replace(/^\[options\] ?/, '')].join(' '),
    })
    .showSuggestionAfterError()
    .showHelpAfterError(`See ${start} --help.`)
    .addHelpText('after', footer(start));
  for (const listed of commands) {
    const { name, group, description, words = [] } = listed;
    const made = program.command(name).description(description).helpGroup(group);
    for (const word of words) made.argument(...word);
    made.exitOverride().copyInheritedSettings(program);
    made.showHelpAfterError(`See ${start} ${name} --help.`);
    // `help` may name it after itself.
    if (args.slice(0, 2).includes(name)) await declare(made, listed, invocation, finish);
  }
  return program;
}

/** With the commands that it names as they were started. */
function said(text: string, { command = programName }: Pick<Invocation, 'command'>): string {
  return asStarted(
    text,
    command,
    commands.map(({ name }) => name),
  );
}

function codeOf(error: unknown, invocation: Invocation): ExitCode {
  // commander has printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.conforms : exitCodes.usage;
  const message = error instanceof Error ? error.message : String(error);
  const ended = (text: string, code: ExitCode) => {
    invocation.io.err(`conformance: ${text}\n`);
    return code;
  };
  if (error instanceof Cancelled) return ended(message, error.code);
  if (error instanceof UsageError) return ended(said(message, invocation), exitCodes.usage);
  return ended(`fault of the suite itself: ${message}`, exitCodes.fault);
}

/** Runs one command line. Never throws: every end has its exit code, and standard error says why. */
export async function main(invocation: Invocation): Promise<ExitCode> {
  let code: ExitCode = exitCodes.conforms;
  const finish = (finished: ExitCode) => {
    code = finished;
  };
  try {
    const [first, line = ''] = invocation.args;
    if (first === '--complete') {
      const { candidates } = await import('./options/completion.ts');
      const found = await candidates(line);
      invocation.io.out(found.map((one) => `${one}\n`).join(''));
      return code;
    }
    const program = await makeProgram(invocation, finish);
    // commander says nothing of a command that it has no help for.
    const isUnknown = first === 'help' && line !== '' && !commands.some(({ name }) => name === line);
    await program.parseAsync(invocation.args.slice(isUnknown ? 1 : 0), { from: 'user' });
    return code;
  } catch (error) {
    return codeOf(error, invocation);
  }
}

/** The process as an invocation. Secrets leave the environment here, before anything else is started. */
export function processInvocation(worker: URL): Invocation {
  const environment = takeEnvironment();
  // Where it is gone, that is a problem only for commands that need it.
  const cwd = attempt(workingDirectory, '/');
  return {
    args: process.argv.slice(2),
    environment,
    get cwd() {
      return workingDirectory();
    },
    command: commandName({ environment, cwd, script: process.argv[1] ?? '' }),
    io: processIo(environment),
    saveMemory: (phase) => littleMemory[phase].forEach(setFlagsFromString),
    worker,
  };
}
