/** Who gives the token, whether a `.env` is in the folder, and whether it is named. */
export interface FoundEnvCase {
  readonly token: string;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Lines of the `.env`. */
  readonly dotenv?: string;
  /** The file that `--env-file` names. */
  readonly named?: '.env' | 'other.env';
  readonly isRead: boolean;
  /** Whether a line on standard error says that it was left unread. */
  readonly isTold: boolean;
}

const token = 'CONFORMANCE_ACCESS_TOKEN=token-of-the-file-0123\n';
/** Without a token. */
const others = 'CONFORMANCE_ENTITY_ID=entity-1\n';

const ofEnvironment = [
  { CONFORMANCE_ACCESS_TOKEN: 'token-of-a-job-0123456' },
  { CONFORMANCE_ACCESS_TOKEN_FILE: 'token' },
  { CONFORMANCE_ACCESS_TOKEN_COMMAND: 'cat token' },
];

const read = { isRead: true, isTold: false };
const left = { isRead: false, isTold: true };
const neither = { isRead: false, isTold: false };

export const foundEnvCases: readonly FoundEnvCase[] = [
  { token: 'nobody', ...neither },
  { token: 'nobody', dotenv: others, ...read },
  { token: 'nobody', dotenv: others, named: '.env', ...read },
  { token: 'the .env', dotenv: token, ...read },
  { token: 'the .env', dotenv: token, named: '.env', ...read },
  { token: 'an empty variable', env: { CONFORMANCE_ACCESS_TOKEN: '' }, dotenv: others, ...read },
  ...ofEnvironment.flatMap((env): readonly FoundEnvCase[] => {
    const [variable = ''] = Object.keys(env);
    return [
      { token: variable, env, ...neither },
      { token: variable, env, dotenv: others, ...left },
      { token: variable, env, dotenv: token, ...left },
      { token: variable, env, dotenv: token, named: '.env', ...read },
    ];
  }),
  { token: 'a named file', named: 'other.env', ...neither },
  { token: 'a named file', named: 'other.env', dotenv: others, ...neither },
  { token: 'a named file', named: 'other.env', dotenv: token, ...neither },
];
