import { ciForms } from '../../init/ci-settings.ts';
import { choice, commandLine, path } from '../../settings/kinds.ts';
import { textKind } from '../../settings/setting.ts';
import { about, command, type OptionValues } from '../options/option.ts';

const initOptions = {
  ...about('credentials', {
    tokenFile: {
      kind: path('file', 'a file that holds the token'),
      description: 'A file that holds the access token.',
      example: '/run/secrets/access-token',
    },
    tokenCommand: {
      kind: commandLine,
      description:
        'A command that prints the access token. Other users of this machine can see it while init runs.',
      example: '"vault read -field=token secret/staging"',
    },
    tokenLater: 'Leave CONFORMANCE_ACCESS_TOKEN out: it will be set when a run is started.',
  }),
  ...about('requests', {
    ruleCommand: {
      kind: commandLine,
      description:
        'A command that creates an automation rule and prints its id, in place of --automation-rule-id.',
      example: './create-rule.sh',
    },
  }),
  ...about('output', {
    print: {
      kind: choice(Object.keys(ciForms) as readonly (keyof typeof ciForms)[]),
      description: 'Print the settings in this form; write no file.',
      example: 'github',
    },
  }),
  ...about('target', {
    target: {
      kind: textKind('NAME', 'the name of a target'),
      description: 'Add a target to conformance.config.json, or create that file, instead of a .env.',
      example: 'staging',
    },
    config: {
      kind: path('file', 'a file of targets'),
      description: 'The file of targets to write.',
      example: 'conformance.config.json',
    },
  }),
  ...about('command', {
    yes: 'Ask no questions; only --allow-writes-to gives permission to write to a host.',
  }),
};

export type InitOptions = OptionValues<typeof initOptions>;

export const init = command({
  options: initOptions,
  settings: ({ scope }) => scope !== 'run',
  examples: [
    'init',
    'init --target staging --base-url https://staging.example.com/api',
    'init --print github --token-later',
  ],
  act: async ({ options, flags, invocation }) => {
    const { init: act } = await import('./init.ts');
    return act({ ...invocation, cwd: invocation.cwd, flags }, options);
  },
});
