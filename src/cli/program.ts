import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { takeEnvironment } from '../settings/environment.ts';
import { Command, CommanderError } from './commander.ts';
import type { CompareFlags } from './compare.ts';
import { addExplain, addRequirements } from './contract-commands.ts';
import { descriptorsProblem } from './descriptors.ts';
import { Cancelled, type ExitCode, exitCodes, UsageError } from './exit.ts';
import { type Io, processIo } from './io.ts';
import { type PrintFlags, printedOf, withPrinted } from './printed.ts';
import type { RenderOptions } from './render.ts';
import { refuseRepeatedFlags } from './repeated-flags.ts';
import { addDoctor, addInit } from './setup-commands.ts';
import { tool } from './tool.ts';
import { addCheck, addMerge, addWatch } from './traffic-commands.ts';
import type { WaiveOptions } from './waive.ts';
import { workingDirectory } from './working-directory.ts';

export interface Invocation {
  /** Arguments after the program's name. */
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Looked up when it is asked for. @throws UsageError when it is gone */
  readonly cwd: string;
  readonly io: Io;
  /** Standard input; that of the process without it. */
  readonly input?: () => Readable;
  /** Has the process free memory soon, at the cost of a little time; absent where others use the process too. */
  readonly saveMemory?: () => void;
}

export type Finish = (code: ExitCode) => void;

/** Gives a command one option per setting. */
export type WithSettings = typeof import('./settings-options.ts')['withSettings'];

const footer = `
Exit codes:
  0  conforms     every stated requirement in scope was exercised and none deviates unwaived
  1  deviates     a stated requirement deviates unwaived (under --strict a shown one too),
                  or a waiver is stale
  2  usage        the command or the configuration is wrong; nothing was sent
  3  incomplete   something in scope could not be judged
  4  fault        the suite itself failed

Try it without a service:  conformance run --reference`;

function addRun(program: Command, invocation: Invocation, finish: Finish, withSettings: WithSettings): void {
  const command = withPrinted(withSettings(program.command('run')))
    .description('send the requests to a service, judge the answers, write the reports')
    .option('--plan', 'print what would be sent, and with which settings; send nothing');
  command.action(async () => {
    const { settingsFor, typedFlags } = await import('./settings-options.ts');
    const { plan: planOnly, verbose, quiet, json, ...flags } = typedFlags(command);
    const printed = printedOf({ verbose, quiet, json } as PrintFlags);
    const { environment, cwd, io } = invocation;
    const { namingFile } = await import('./command-line.ts');
    const words = planOnly === true ? ['run', '--plan'] : ['run'];
    const naming = namingFile(environment, ...words);
    const { settings, sources } = await settingsFor(flags, environment, cwd, naming);
    const { plan, run } = await import('./run.ts');
    const input = { settings, sources, environment, cwd, io, printed };
    finish(await (planOnly === true ? plan : run)(input));
  });
}

function addRender(program: Command, invocation: Invocation, finish: Finish): void {
  withPrinted(program.command('render'))
    .argument('<file>', 'report.json, or exchanges.ndjson, which is judged anew')
    .description('write the reports again from a report or a recording; sends nothing')
    .option('--reporter <names>', 'formats to produce; all of them without it')
    .option('--out <folder>', 'folder for the reports; that of the file without it')
    .option('--waivers <file>', 'waivers to judge a recording with, in place of those that the run had')
    .option('--previous <file>', 'report of an earlier run, to tell what changed since')
    .action(async (file: string, options: RenderOptions) => {
      const { render } = await import('./render.ts');
      finish(await render(file, options, invocation));
    });
}

function addWaive(program: Command, invocation: Invocation, finish: Finish): void {
  program
    .command('waive')
    .argument('<file>', 'report.json, or exchanges.ndjson, which is judged anew')
    .description('write waivers for what deviates, with reason and owner left to fill in; sends nothing')
    .option('--out <file>', 'a file that is not there yet; conformance.waivers.json without it')
    .action(async (file: string, options: WaiveOptions) => {
      const { waive } = await import('./waive.ts');
      finish(await waive(file, options, invocation.cwd, invocation.io));
    });
}

function addCompare(program: Command, invocation: Invocation, finish: Finish): void {
  program
    .command('compare')
    .argument('<before>', 'report.json of the earlier run, or its recording')
    .argument('<after>', 'report.json of the later run, or its recording')
    .description('tell what changed from one run to another; exit 1 when a stated requirement got worse')
    .option('--reporter <names>', 'terminal, json, markdown, html; terminal without it, all with --out')
    .option('--out <folder>', "folder for the files; the later report's without it")
    .option('--strict', 'exit 1 as well when a requirement got worse that is only shown')
    .action(async (before: string, after: string, options: CompareFlags) => {
      const { compare } = await import('./compare.ts');
      finish(await compare([before, after], options, invocation.cwd, invocation.io));
    });
}

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
    .option('--seed-rules <n>', 'how many automation rules there are to delete', '1')
    .option('--base-path <path>', 'prefix of every path, such as /api/v1', '')
    .option('--list-faults', 'list the faults that have a name, and the requirements that they trip')
    .action(async (options: Record<string, unknown>) => {
      const { serve } = await import('./serve.ts');
      finish(await serve(options, io));
    });
}

function makeProgram(invocation: Invocation, finish: Finish, withSettings: WithSettings): Command {
  const { io } = invocation;
  const program = new Command('conformance')
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
    .showHelpAfterError('See conformance --help.')
    .addHelpText('after', footer);
  addRun(program, invocation, finish, withSettings);
  addRequirements(program, invocation);
  addExplain(program, invocation);
  addRender(program, invocation, finish);
  addCheck(program, invocation, finish);
  addMerge(program, invocation, finish);
  addWatch(program, invocation, finish, withSettings);
  addWaive(program, invocation, finish);
  addCompare(program, invocation, finish);
  addServe(program, invocation, finish);
  addInit(program, invocation, finish, withSettings);
  addDoctor(program, invocation, finish, withSettings);
  for (const command of program.commands) {
    command.exitOverride().copyInheritedSettings(program);
    refuseRepeatedFlags(command);
    command.showHelpAfterError(`See conformance ${command.name()} --help.`);
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
  return (await import('./settings-options.ts')).withSettings;
}

/** Runs one command line. Never throws: every end has its exit code, and standard error says why. */
export async function main(invocation: Invocation): Promise<ExitCode> {
  let code: ExitCode = exitCodes.conforms;
  const finish = (finished: ExitCode) => {
    code = finished;
  };
  try {
    const withSettings = await settingsOptions(invocation.args);
    const program = makeProgram(invocation, finish, withSettings);
    await program.parseAsync([...invocation.args], { from: 'user' });
    return code;
  } catch (error) {
    return codeOf(error, invocation.io);
  }
}

/** The process as an invocation. Secrets leave the environment here, before anything else is started. */
export function processInvocation(): Invocation {
  const environment = takeEnvironment();
  return {
    args: process.argv.slice(2),
    environment,
    get cwd() {
      return workingDirectory();
    },
    io: processIo(environment),
    saveMemory: () => setFlagsFromString('--optimize-for-size'),
  };
}
