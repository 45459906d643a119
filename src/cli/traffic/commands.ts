import type { Command } from '../options/commander.ts';
import { withPrinted } from '../options/printed.ts';
import type { Finish, Invocation, WithSettings } from '../program.ts';
import type { CheckFlags } from './check-settings.ts';
import type { MergeFlags } from './merge.ts';
import type { WatchFlags } from './watch.ts';

/** The commands that judge traffic, and send nothing of their own: `check`, `merge`, `watch`. */

const exitCodes = `
Exit codes:
  0  conforms     what the traffic shows of the document's operations conforms
  1  deviates     a stated requirement deviates unwaived (under --strict a shown one too)
  2  usage        the command line is wrong, or a file is missing
  3  incomplete   no exchange of the document, nothing that could be judged, too many entries that
                  could not be read (--max-bad), or a requirement of --require was not checked
  4  fault        the suite itself failed

conformance docs traffic says where to get traffic with bodies, conformance docs scale how to judge
it in parts.`;

const watchFooter = `
Exit codes are those of check. Ctrl-C or SIGTERM ends it and writes the reports; SIGUSR2 writes
them while it continues. conformance docs watch says what passes, and how to point a client at
it.`;

/** Settings of the connection to the service. */
const connection: ReadonlySet<string> = new Set([
  'allowHttp',
  'ca',
  'clientCertificate',
  'clientKey',
  'envFile',
]);

/** Values of a flag that may be given several times. */
function collected(ids: string, all: readonly string[] = []): readonly string[] {
  return [...all, ...ids.split(',')];
}

/** What is judged of the exchanges. */
function withScope(command: Command): Command {
  return command
    .option('--operation <operation>', 'only this operation; all without it')
    .option(
      '--side <side>',
      'response, request or both: the answers of the service, the requests of its clients',
      'both',
    );
}

/** What decides the exit code, and what is written. */
function withVerdict(command: Command): Command {
  return withPrinted(command)
    .option('--max-bad <n>', 'how many entries may be unreadable before the outcome is incomplete', '0')
    .option(
      '--require <id>',
      'a requirement that must be checked, or else the outcome is incomplete; may be repeated',
      collected,
    )
    .option('--strict', 'also fail on deviations from what the document only shows')
    .option('--waivers <file>', 'file of deviations that are accepted until a date')
    .option('--reporter <names>', 'formats of reports; without it terminal, json, junit, markdown and html')
    .option('--out <folder>', 'folder for the reports', 'traffic-report');
}

function surroundingsOf({ environment, cwd, command, io, saveMemory, worker, input }: Invocation) {
  return {
    environment,
    cwd,
    ...(command && { command }),
    io,
    input: input ?? (() => process.stdin),
    ...(saveMemory && { saveMemory }),
    ...(worker && { worker }),
  };
}

/** `conformance check`. */
export function addCheck(program: Command, invocation: Invocation, finish: Finish): void {
  withVerdict(withScope(program.command('check')))
    .argument(
      '<files...>',
      "recorded traffic: HAR, NDJSON with one exchange a line, exchanges.ndjson of a run; plain, gzip or zstd; patterns such as 'log-*.gz'; - for standard input",
    )
    .description('judge recorded traffic and write the reports; sends nothing')
    .option('--format <format>', 'har, ndjson or recording; recognised without it')
    .option(
      '--base-url <url>',
      'only exchanges with this in front of the paths of the document; without it any host and prefix',
    )
    .option('--headers-complete', 'the recorder left no header out: a header that is missing was not sent')
    .option(
      '--partial <file>',
      'write the findings as a part for conformance merge, instead of reports; - for standard output',
    )
    .option('--part-id <n>', 'number of this part, counted from 0 or from 1')
    .option('--parts <n>', 'number of all parts, so that merge notices a missing one')
    .option('--jobs <n>', 'how many threads judge, 1 to 16; large files are divided between their lines', '1')
    .addHelpText('after', exitCodes)
    .action(async (files: string[], flags: CheckFlags) => {
      const { check } = await import('./check.ts');
      finish(await check(files, flags, surroundingsOf(invocation)));
    });
}

/** `conformance merge`. */
export function addMerge(program: Command, invocation: Invocation, finish: Finish): void {
  withVerdict(program.command('merge'))
    .argument(
      '<parts...>',
      "files that check --partial wrote, one or more parts each; patterns such as 'part-*.json'; - for standard input",
    )
    .description('merge parts of recorded traffic that check --partial judged, and write the reports')
    .option('--partial <file>', 'write one part again, instead of reports; - for standard output')
    .addHelpText('after', exitCodes)
    .action(async (files: string[], flags: MergeFlags) => {
      const { merge } = await import('./merge.ts');
      finish(await merge(files, flags, surroundingsOf(invocation)));
    });
}

/** `conformance watch`. */
export function addWatch(
  program: Command,
  invocation: Invocation,
  finish: Finish,
  withSettings: WithSettings,
): void {
  const command = withVerdict(withScope(withSettings(program.command('watch'), connection)))
    .description('pass traffic on to a service unchanged, judge it as it passes, and write the reports')
    .requiredOption('--upstream <url>', 'the service; paths that clients ask for are put behind its path')
    .option('--port <port>', 'port to listen on; 0 takes any free one', '4010')
    .option(
      '--listen <address>',
      'address to listen on; with any other than the default, other machines can use it',
      '127.0.0.1',
    )
    .option(
      '--allow-host <name>',
      'a host name by which clients may use it besides localhost and its address; may be repeated',
      collected,
    )
    .option('--record <file>', 'also write what was judged to this file, redacted; check reads it')
    .addHelpText('after', watchFooter);
  command.action(async () => {
    const [{ watch }, { typedFlags }] = await Promise.all([
      import('./watch.ts'),
      import('../options/settings-options.ts'),
    ]);
    finish(await watch(command.opts<WatchFlags>(), typedFlags(command), surroundingsOf(invocation)));
  });
}
