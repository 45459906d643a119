import type { Command } from '../options/commander.ts';
import { withTargets } from '../options/target-options.ts';
import type { Finish, Invocation, WithSettings } from '../program.ts';

/** `conformance init`. */
export function addInit(
  program: Command,
  invocation: Invocation,
  finish: Finish,
  withSettings: WithSettings,
): void {
  const command = withSettings(program.command('init'), 'target')
    .description(
      'ask for the settings, write a new .env or print those of a CI job, look at the way to the service',
    )
    .option('--token-file <file>', 'the access token lies in this file')
    .option('--token-later', 'CONFORMANCE_ACCESS_TOKEN will be set by whoever runs it')
    .option('--print <form>', 'print the settings for github, gitlab or a shell; write no file')
    .option('--target <name>', 'write a target into conformance.config.json instead of a .env')
    .option('--config <file>', 'the file of targets to write')
    .option('--yes', 'ask nothing; --allow-writes-to has to name the host');
  command.action(async () => {
    const [{ init }, { typedFlags }] = await Promise.all([
      import('./init.ts'),
      import('../options/settings-options.ts'),
    ]);
    finish(await init({ ...invocation, flags: typedFlags(command) }));
  });
}

/** `conformance doctor`. */
export function addDoctor(
  program: Command,
  invocation: Invocation,
  finish: Finish,
  withSettings: WithSettings,
): void {
  const command = withTargets(withSettings(program.command('doctor'), 'target'))
    .description('look at everything that a run needs, the way to the service included; send no request')
    .option('--out <folder>', 'the folder for reports to look at (CONFORMANCE_OUT)')
    .option('--json', 'print the checks as JSON');
  command.action(async () => {
    const [{ doctor }, { typedFlags }] = await Promise.all([
      import('./doctor.ts'),
      import('../options/settings-options.ts'),
    ]);
    finish(await doctor({ ...invocation, flags: typedFlags(command) }));
  });
}
