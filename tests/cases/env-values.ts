/**
 * Texts of a `.env`, and values in each place that a token or an identifier is read from: the value that is used, or the
 * setting that is refused. `SERVICE` is the base URL of the service, and a `.env` has the lines of `usual` that it does not set.
 */

export interface EnvFileCase {
  readonly text: string;
  /** The setting that is refused; else what requests have: the rule of the DELETE, null for no DELETE, or the token. */
  readonly refused?: string;
  readonly rule?: string | null;
  readonly token?: string;
}

const rule = 'CONFORMANCE_AUTOMATION_RULE_ID';
const entity = 'CONFORMANCE_ENTITY_ID';
const token = 'CONFORMANCE_ACCESS_TOKEN';
const base = 'CONFORMANCE_BASE_URL';

const refusedIn = (refused: string, ...texts: readonly string[]): readonly EnvFileCase[] =>
  texts.map((text) => ({ text, refused }));
const ruleIs = (value: string | null, ...texts: readonly string[]): readonly EnvFileCase[] =>
  texts.map((text) => ({ text, rule: value }));

/** Readers of such files differ in what they make of #: a comment, or a part of the value. */
const commentOrValue: readonly EnvFileCase[] = [
  ...refusedIn(rule, `${rule}=rule-7#copy`, `${rule}=#rule-7`, `export ${rule}=rule-7#copy`),
  ...refusedIn(rule, `${rule}: rule-7#copy`, `  ${rule} = rule-7#copy # of rule 7`, `${rule}='rule-7'#copy`),
  ...refusedIn(rule, `${rule}="rule-7"#copy`, `${rule}=rule-7\\#copy`, `# rules\r\n${rule}=rule-7#copy\r\n`),
  ...refusedIn(token, `${token}=token#0123456789`, `${token}=token-0123456789#`),
  ...refusedIn(base, `${base}=SERVICE/api#v2`),
  ...refusedIn('HTTPS_PROXY', 'HTTPS_PROXY=http://proxy.test:3128#one'),
  ...refusedIn('no_proxy', 'no_proxy=a.test#,b.test'),
  ...ruleIs('rule-7', `${rule}=rule-7 #copy`, `${rule}=rule-7\t#copy`, `${rule}="rule-7" # copy`),
  ...ruleIs('rule-7', `## it's "quoted"#twice\n${rule}=rule-7 # it's a#b`, `${rule}='rule-7'\nOTHER=a#b`),
  ...ruleIs('rule-7', `\uFEFF${rule}=rule-7`),
  ...ruleIs(null, `${rule}=`, `${rule}= # none`, `# ${rule}=rule-7#copy`),
  { text: `${token}="token#0123456789" # quoted`, token: 'token#0123456789' },
];

const spellings: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name}=${value}`,
  (name, value) => `${name}:\t${value}`,
  (name, value) => `export ${name}=${value}`,
  (name, value) => `  ${name} = "${value}"`,
  (name, value) => `${name}='${value}' # one of two`,
];

/** A name that is set twice, in each spelling after each. */
const repeats = spellings.flatMap((first) =>
  spellings.flatMap((second) =>
    refusedIn(base, `${first(base, 'http://127.0.0.1:1')}\nOTHER=1\n${second(base, 'SERVICE')}`),
  ),
);
const more = [rule, 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY'].flatMap((name) =>
  refusedIn(name, `${name}=http://one.test\nexport ${name}: http://two.test`),
);

const noRepeats = ruleIs(
  'rule-7',
  `${rule}: \n${rule}: rule-7`,
  `${rule}=rule-7\n# ${rule}=rule-8`,
  `OTHER='\n${rule}=rule-8\n'\n${rule}=rule-7`,
  `MY_${rule}=rule-8\n${rule}=rule-7`,
);

export const envFileCases: readonly EnvFileCase[] = [...commentOrValue, ...repeats, ...more, ...noRepeats];

export const ids = [entity, rule, 'CONFORMANCE_BUSINESS_DATA_TYPE_ID'];

/** What is in place of a value where a shell, a template or a program did not fill it in, or a reader kept its quotes. */
const byForm = {
  quoted: ['"rule-7-of-8"', "'rule-7-of-8'", '`rule-7-of-8`'],
  none: ['undefined', 'null', 'NULL', 'None', 'NaN'],
  placeholder: ['{entityId}', '{{entityId}}', 'rule-{number}'],
  markup: ['<automation-rule>', '<html>Sign in</html>'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: variables that a shell did not replace
  variable: ['${AUTOMATION_RULE}', '$AUTOMATION_RULE', 'rule-${NUMBER}', '$(vault-read)'],
  json: ['{"id":"rule-7"}', '["rule-7"]'],
};

export const slips = Object.values(byForm).flat();

/** One of each form. */
export const mainSlips = Object.values(byForm).map(([first]) => first ?? '');

/** No slips, though they have some of the characters. */
export const oddValues = 'a<b>-012345 a$b-012345 it-s-0123456 nullable-rule undefined-7 a-012345$'.split(' ');

/** A `.env` that was found, or named: who gives the token, and whether the file is read, or said to be left unread. */
export interface FoundEnvCase {
  readonly env?: Readonly<Record<string, string>>;
  readonly dotenv?: string;
  readonly named?: '.env' | 'other.env';
  readonly becomes: 'read' | 'left' | 'neither';
}

const others = `${entity}=entity-1\n`;
const own = `${token}=token-of-the-file-0123\n`;

export const foundEnvCases: readonly FoundEnvCase[] = [
  { dotenv: others, becomes: 'read' },
  { dotenv: own, becomes: 'read' },
  { env: { [token]: '' }, dotenv: others, becomes: 'read' },
  { env: { [token]: 'token-of-a-job-0123456' }, becomes: 'neither' },
  ...[
    { [token]: 'token-of-a-job-0123456' },
    { [`${token}_FILE`]: 'token' },
    { [`${token}_COMMAND`]: 'cat token' },
  ].map((env): FoundEnvCase => ({ env, dotenv: others, becomes: 'left' })),
  { env: { [`${token}_FILE`]: 'token' }, dotenv: own, named: '.env', becomes: 'read' },
  { dotenv: own, named: 'other.env', becomes: 'neither' },
];
