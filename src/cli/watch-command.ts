import type { Command } from './commander.ts';
import { withPrinted } from './printed.ts';
import type { Finish, Invocation, WithSettings } from './program.ts';
import type { WatchFlags } from './watch.ts';

const footer = `
Exit codes are those of check. Ctrl-C, or SIGTERM, ends it and writes the reports; SIGUSR2 writes
them while it goes on. docs/watch.md says what passes, and what a client has to be told.`;

/** Settings of the way to the service. */
const connection: ReadonlySet<string> = new Set([
  'allowHttp',
  'ca',
  'clientCertificate',
  'clientKey',
  'envFile',
]);

/** `conformance watch`. */
export function addWatch(
  program: Command,
  invocation: Invocation,
  finish: Finish,
  withSettings: WithSettings,
): void {
  const command = withSettings(withPrinted(program.command('watch')), connection)
    .description('pass traffic on to a service unchanged, and judge it as it passes; write the reports')
    .requiredOption('--upstream <url>', 'the service; what clients ask for is put behind its path')
    .option('--port <port>', 'port to listen on; 0 takes any free one', '4010')
    .option(
      '--listen <address>',
      'address to listen on: others than those of this machine can then use it',
      '127.0.0.1',
    )
    .option('--record <file>', 'also write what was judged to this file, redacted; check reads it')
    .option('--operation <operation>', 'only this operation; both without it')
    .option(
      '--side <side>',
      'response, request or both: what the service answers, what its clients send',
      'both',
    )
    .option('--max-bad <n>', 'exchanges that cannot be judged before the outcome is incomplete', '0')
    .option(
      '--require <id>',
      'a requirement that has to be checked, or the outcome is incomplete; may be given several times',
      (ids: string, all: readonly string[] = []) => [...all, ...ids.split(',')],
    )
    .option('--strict', 'deviations from what the document only shows fail as well')
    .option('--waivers <file>', 'deviations that are accepted until a day')
    .option('--reporter <names>', 'formats of report; without it terminal, json, junit, markdown and html')
    .option('--out <folder>', 'folder for the reports', 'traffic-report')
    .addHelpText('after', footer);
  command.action(async () => {
    const [{ watch }, { typedFlags }] = await Promise.all([
      import('./watch.ts'),
      import('./settings-options.ts'),
    ]);
    const { environment, cwd, io } = invocation;
    finish(await watch(command.opts<WatchFlags>(), typedFlags(command), { environment, cwd, io }));
  });
}
