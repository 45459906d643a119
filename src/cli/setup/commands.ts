import { profiles } from '../../../reference/profiles.ts';
import { ciForms } from '../../init/ci-settings.ts';
import type { Kind, Setting } from '../../model/setting.ts';
import { choice, commandLine, line, path, wholeNumber } from '../../settings/kinds.ts';
import { refused } from '../../settings/setting.ts';
import { port, targetOptions } from '../options/common.ts';
import { about, type CommandInput, command, type OptionValues } from '../options/option.ts';

/** Settings that are about a target, not about a run. */
const aboutTarget = ({ scope }: Setting) => scope !== 'run';

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
        'A command that prints the access token. Others on this machine can read it while init runs.',
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
      kind: { form: 'the name of a target', placeholder: 'NAME', parse: (given) => ({ value: given }) },
      description: 'Add a target to conformance.config.json, or make that file, instead of a .env.',
      example: 'staging',
    },
    config: {
      kind: path('file', 'a file of targets'),
      description: 'The file of targets to write.',
      example: 'conformance.config.json',
    },
  }),
  ...about('command', { yes: 'Ask no questions; --allow-writes-to has to name the host.' }),
};

export type InitOptions = OptionValues<typeof initOptions>;

export const init = command({
  options: initOptions,
  settings: aboutTarget,
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

const doctorOptions = { ...targetOptions, ...about('output', { json: 'Print the checks as JSON.' }) };

export const doctor = command({
  options: doctorOptions,
  settings: (setting) => aboutTarget(setting) || setting.env === 'CONFORMANCE_OUT',
  examples: ['doctor', 'doctor --target staging --json'],
  act: async ({ options, flags, invocation }) => {
    const { doctor: act } = await import('./doctor.ts');
    return act({ ...invocation, cwd: invocation.cwd, flags }, options);
  },
});

/** A kind of its own, as only `serve` needs it. */
function text(placeholder: string, form: string, accepts: RegExp): Kind<string> {
  return {
    form,
    placeholder,
    parse: (given) => (accepts.test(given) ? { value: given } : refused(`must be ${form}`)),
  };
}

const rules = wholeNumber(0, 100_000);
const rulesOrUnlimited: Kind<number | 'unlimited'> = {
  form: `${rules.form}, or unlimited`,
  placeholder: 'N',
  values: () => ['unlimited'],
  parse: (given, context) => (given === 'unlimited' ? { value: given } : rules.parse(given, context)),
};

const serveOptions = about('command', {
  port: { kind: port, default: '8080', description: 'Port to listen on; 0 takes any free one.' },
  fault: {
    kind: {
      form: 'the name of a fault, or the id of a requirement',
      placeholder: 'NAME',
      parse: (given) => ({ value: given }),
      values: async () => (await import('./faults.ts')).faultNames(),
    },
    several: true,
    description: 'A fault of the responses: its name, or the id of the requirement to break.',
    example: 'not-json',
  },
  profile: {
    kind: choice(profiles.map(({ name }) => name)),
    default: 'usual',
    description: `How it decides what the document leaves open: ${profiles.map(({ name }) => name).join(', ')}.`,
    example: 'strict',
  },
  seedRules: {
    kind: rulesOrUnlimited,
    default: '1',
    description:
      'How many automation rules can be deleted; unlimited: one rule, which exists again after each DELETE.',
    example: '3',
  },
  token: {
    kind: text('TOKEN', '8 visible ASCII characters or more', /^[\x21-\x7e]{8,}$/),
    description: 'The access token that it accepts; not a secret.',
    example: 'a-token-for-tests',
  },
  entityId: {
    kind: text('ID', '32 lower-case hexadecimal characters', /^[0-9a-f]{32}$/),
    description: 'The id of its only entity.',
    example: '0123456789abcdef0123456789abcdef',
  },
  latency: {
    kind: wholeNumber(0, 600_000),
    default: '0',
    description: 'Milliseconds before each response.',
    example: '250',
  },
  basePath: {
    kind: line('PATH', 'the beginning of a path'),
    description: 'Prefix of every path.',
    example: '/api/v1',
  },
  listFaults:
    'List the named faults, each with the requirements that it breaks, and the failures, such as no response.',
});

export type ServeInput = CommandInput<typeof serveOptions>;

export const serve = command({
  options: serveOptions,
  examples: ['serve', 'serve --port 0 --fault not-json', 'serve --profile strict', 'serve --list-faults'],
  act: async (given) => (await import('./serve.ts')).serve(given),
});
