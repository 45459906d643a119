import { hasToken } from '../../init/draft.ts';
import { commandLine, path } from '../../kinds/kinds.ts';
import { flagLine, flagOf } from '../../kinds/setting.ts';
import { problemsError } from '../../output/settings.ts';
import { definitions } from '../../settings/definitions.ts';
import type { Inspection, NamedProblem } from '../../settings/index.ts';
import { about, command, type OptionValues } from '../options/option.ts';
import type { DoctorInput } from './doctor.ts';

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
  }),
  ...about('requests', {
    ruleCommand: {
      kind: commandLine,
      description: 'A command that prints the id of a new rule.',
      example: './create-rule.sh',
    },
  }),
  ...about('command', {
    yes: 'Ask no questions.',
  }),
};

export type InitOptions = OptionValues<typeof initOptions>;

export const init = command({
  options: initOptions,
  settings: ({ scope }) => scope !== 'run',
  examples: [
    'init',
    'init -e staging.env --base-url https://staging.example.com/api',
    'init --yes --base-url http://127.0.0.1:8080 --token-file token',
  ],
  act: async ({ options, flags, invocation }) => {
    const { init: act } = await import('./init.ts');
    return act({ ...invocation, cwd: invocation.cwd, flags }, options);
  },
});

/** Flags of `init` alone, with the settings that they give: in a run these have none. */
const givenBy = {
  tokenFile: 'accessTokenFile',
  tokenCommand: 'accessTokenCommand',
  ruleCommand: 'ruleCommand',
} as const;

/** What the command line of `init` gives in addition to settings. */
export function ordersOf({ flags: { envFile } }: DoctorInput, { yes = false, ...options }: InitOptions) {
  /** Settings that flags of `init` alone give, by their keys. */
  const own = Object.entries(givenBy).flatMap(([option, key]) => {
    const text = options[option as keyof typeof givenBy];
    return text === undefined ? [] : [{ flag: flagOf(option), key, text }];
  });
  return { envFile: typeof envFile === 'string' ? envFile : '.env', own, yes };
}

export type Orders = ReturnType<typeof ordersOf>;

/** What `init` alone says of missing settings: the rules about them know neither its flags nor that it runs nothing. */
const missing: Readonly<Record<string, Pick<NamedProblem, 'message' | 'example'>>> = {
  baseUrl: {
    message: 'is missing. If the service is not on this machine, also set --allow-writes-to HOST',
    example: '--base-url https://staging.example.com/api',
  },
};

/** Whoever runs `init` types flags. */
function byFlag({ key = '', setting }: NamedProblem): Partial<NamedProblem> {
  const definition = key === '' ? null : definitions.get(key);
  if (definition?.flag == null) return {};
  const { flag } = definition;
  return { setting: setting.includes(flag) ? setting : flag, example: flagLine(definition) };
}

/** @throws UsageError where there is a problem */
export function refuse(problems: readonly NamedProblem[], { given }: Inspection): void {
  if (problems.length === 0) return;
  const told = problems.map((problem) => {
    const { key = '' } = problem;
    return given.has(key) ? problem : { ...problem, ...byFlag(problem), ...missing[key] };
  });
  throw problemsError(told);
}

/** Whether a problem is that no token is given: it may come later. */
export function isMissingToken(inspection: Inspection): (problem: NamedProblem) => boolean {
  const { given } = inspection;
  const isGiven = hasToken(inspection) && given.get('accessToken')?.text !== '';
  return ({ key }) => key === 'accessToken' && !isGiven;
}
