import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { descriptorsProblem } from '../output/descriptors.ts';
import { Cancelled, type ExitCode, exitCodes, UsageError } from '../output/exit.ts';
import { type Io, processIo } from '../output/io.ts';
import { tool } from '../output/tool.ts';
import { workingDirectory } from '../output/working-directory.ts';
import { takeEnvironment } from '../settings/environment.ts';
import { commandName, programName } from './options/command-line.ts';
import { Command, CommanderError } from './options/commander.ts';
import { refuseRepeatedFlags } from './options/repeated-flags.ts';
import { addCompare, addMatrix, addRender, addWaive } from './reports/commands.ts';
import { addDocs, addExplain, addRequirements } from './reports/contract-commands.ts';
import { addRun } from './run/commands.ts';
import { addDoctor, addInit } from './setup/commands.ts';
import { addCheck, addMerge, addWatch } from './traffic/commands.ts';

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

/** What a command does that needs memory: answers, as large as a service makes them, or any number of entries. */
export type Phase = 'running' | 'reading';

const forSize = ['--optimize-for-size'];
/** Little room for new objects, and old ones are collected before there are twice as many. */
const smallHeap = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'];
/** So little room is collected sooner by one thread than by several that have to be woken. */
const oneCollector = ['--no-parallel-scavenge'];

/** Flags of V8. */
// Goes with Node.js 22: a small heap is enough while entries are read, and to optimize for size takes 1.7 times as long;
// later ones need 20 MiB more in a small heap, and two thirds of the time.
const littleMemory: Readonly<Record<Phase, readonly string[]>> = {
  running: forSize,
  reading: [...(Number.parseInt(process.versions.node, 10) < 24 ? smallHeap : forSize), ...oneCollector],
};

export type Finish = (code: ExitCode) => void;

/** Gives a command one option per setting. */
export type WithSettings = typeof import('./options/settings-options.ts')['withSettings'];

const footer = (command: string) => `
Exit codes:
  0  conforms     every stated requirement in scope was exercised and none deviates unwaived
  1  deviates     a stated requirement deviates unwaived (under --strict a shown one too),
                  or a waiver is stale
  2  usage        the command or the configuration is wrong; nothing was sent
  3  incomplete   something in scope could not be judged
  4  fault        the suite itself failed

Try it without a service:  ${command} run --reference`;

function addServe(program: Command, { io }: Invocation, finish: Finish): void {
  const collect = (name: string, names: readonly string[]) => [...names, ...name.split(',')];
  program
    .command('serve')
    .description('run the reference service on 127.0.0.1, for people who write clients')
    .option('--port <port>', 'port to listen on; 0 takes any free one', '8080')
    .option(
      '--fault <name>',
      'answer with this fault, or break the requirement of this id; may be given several times',
      collect,
      [],
    )
    .option(
      '--seed-rules <n>',
      'how many automation rules can be deleted; unlimited: one that exists again after each DELETE',
      '1',
    )
    .option('--token <token>', 'the access token that it accepts; not secret, as it opens nothing else')
    .option('--entity-id <id>', 'the only entity that it has')
    .option('--latency <ms>', 'milliseconds before each answer', '0')
    .option('--base-path <path>', 'prefix of every path, such as /api/v1', '')
    .option('--list-faults', 'list the faults that have a name, and the requirements that they trip')
    .action(async (options: Record<string, unknown>) => {
      const { serve } = await import('./setup/serve.ts');
      finish(await serve(options, io));
    });
}

function addCompletion(program: Command, { io }: Invocation): void {
  program
    .command('completion')
    .argument('<shell>', 'bash, zsh or fish')
    .description('print a script with which a shell completes commands, flags and ids')
    .action(async (shell: string) => {
      const { completionScript } = await import('./options/completion.ts');
      io.out(completionScript(shell));
    });
}

/** Prints the candidates for a shell whose user pressed the tab key. */
async function complete(invocation: Invocation, line: string): Promise<ExitCode> {
  const [{ candidates }, { withSettings }] = await Promise.all([
    import('./options/completion.ts'),
    import('./options/settings-options.ts'),
  ]);
  const program = makeProgram(invocation, () => {}, withSettings);
  const found = await candidates(program, line, invocation.cwd);
  invocation.io.out(found.map((one) => `${one}\n`).join(''));
  return exitCodes.conforms;
}

function makeProgram(invocation: Invocation, finish: Finish, withSettings: WithSettings): Command {
  const { io, command = programName } = invocation;
  const program = new Command(programName)
    .description('Says field by field whether a service does what the interface document says.')
    .version(tool.version)
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
      outputError: (text, write) => write(text.replace(/^error: /, 'conformance: ')),
    })
    .showSuggestionAfterError()
    .showHelpAfterError(`See ${command} --help.`)
    .addHelpText('after', footer(command));
  addRun(program, invocation, finish, withSettings);
  addRequirements(program, invocation);
  addExplain(program, invocation);
  addDocs(program, invocation);
  addRender(program, invocation, finish);
  addCheck(program, invocation, finish);
  addMerge(program, invocation, finish);
  addWatch(program, invocation, finish, withSettings);
  addWaive(program, invocation, finish);
  addCompare(program, invocation, finish);
  addMatrix(program, invocation, finish);
  addServe(program, invocation, finish);
  addInit(program, invocation, finish, withSettings);
  addDoctor(program, invocation, finish, withSettings);
  addCompletion(program, invocation);
  for (const one of program.commands) {
    one.exitOverride().copyInheritedSettings(program);
    refuseRepeatedFlags(one);
    one.showHelpAfterError(`See ${command} ${one.name()} --help.`);
  }
  return program;
}

function codeOf(error: unknown, io: Io): ExitCode {
  if (error instanceof Cancelled) {
    io.err(`conformance: ${error.message}\n`);
    return error.code;
  }
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.conforms : exitCodes.usage;
  const usage = error instanceof UsageError ? error : descriptorsProblem(error);
  if (usage !== null) {
    io.err(`conformance: ${usage.message}\n`);
    return exitCodes.usage;
  }
  io.err(
    `conformance: fault of the suite itself: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  return exitCodes.fault;
}

/** The commands whose options are the settings; `help` may name one of them. */
const readSettings = ['run', 'watch', 'init', 'doctor', 'help'];

/** What the other commands and `--help` need not wait for. */
async function settingsOptions(args: readonly string[]): Promise<WithSettings> {
  if (!args.some((arg) => readSettings.includes(arg))) return (command) => command;
  return (await import('./options/settings-options.ts')).withSettings;
}

/** Runs one command line. Never throws: every end has its exit code, and standard error says why. */
export async function main(invocation: Invocation): Promise<ExitCode> {
  let code: ExitCode = exitCodes.conforms;
  const finish = (finished: ExitCode) => {
    code = finished;
  };
  try {
    if (invocation.args[0]?.startsWith('--comp') === true) {
      const { lineToComplete } = await import('./options/completion.ts');
      const line = lineToComplete(invocation.args);
      if (line !== null) return await complete(invocation, line);
    }
    const withSettings = await settingsOptions(invocation.args);
    const program = makeProgram(invocation, finish, withSettings);
    await program.parseAsync([...invocation.args], { from: 'user' });
    return code;
  } catch (error) {
    return codeOf(error, invocation.io);
  }
}

/** The working directory, or the root where it is gone, which is a problem only for commands that need it. */
function knownFolder(): string {
  try {
    return workingDirectory();
  } catch {
    return '/';
  }
}

/** The process as an invocation. Secrets leave the environment here, before anything else is started. */
export function processInvocation(worker: URL): Invocation {
  const environment = takeEnvironment();
  return {
    args: process.argv.slice(2),
    environment,
    get cwd() {
      return workingDirectory();
    },
    command: commandName({ environment, cwd: knownFolder(), script: process.argv[1] ?? '' }),
    io: processIo(environment),
    saveMemory: (phase) => littleMemory[phase].forEach(setFlagsFromString),
    worker,
  };
}
