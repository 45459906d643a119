/**
 * Texts of a `.env`, and values in each place that a token or an identifier is read from: the value that is used, or the
 * setting that is refused. `SERVICE` is the base URL of the service, and a `.env` has the lines of `usual` that it does not set.
 */

export interface EnvFileCase {
  readonly text: string;
  /** Names that are refused; else `used`. */
  readonly refused?: readonly string[];
  /** What requests have in them, each with its place; null for no DELETE. */
  readonly used?: { readonly rule?: string | null; readonly token?: string };
}

const rule = 'CONFORMANCE_AUTOMATION_RULE_ID';
const entity = 'CONFORMANCE_ENTITY_ID';
const token = 'CONFORMANCE_ACCESS_TOKEN';
const base = 'CONFORMANCE_BASE_URL';

const refusedIn = (name: string, ...texts: readonly string[]): readonly EnvFileCase[] =>
  texts.map((text) => ({ text, refused: [name] }));

const ruleIs = (value: string | null, ...texts: readonly string[]): readonly EnvFileCase[] =>
  texts.map((text) => ({ text, used: { rule: value } }));

/** Readers of such files differ in what they make of #: a comment, or a part of the value. */
const commentOrValue: readonly EnvFileCase[] = [
  ...refusedIn(
    rule,
    `${rule}=rule-7#copy`,
    `${rule}=rule-7#`,
    `${rule}=#rule-7`,
    `export ${rule}=rule-7#copy`,
    `${rule}: rule-7#copy`,
    `  ${rule} = rule-7#copy # of rule 7`,
    `${rule}='rule-7'#copy`,
    `${rule}="rule-7"#copy`,
    `${rule}=rule-7\\#copy`,
    `# rules\r\n${rule}=rule-7#copy\r\n`,
  ),
  ...refusedIn(entity, `${entity}=entity#1`),
  ...refusedIn(token, `${token}=token#0123456789`, `${token}=token-0123456789#`),
  ...refusedIn(base, `${base}=SERVICE/api#v2`),
  ...refusedIn('CONFORMANCE_LABEL', 'CONFORMANCE_LABEL=build#7'),
  ...refusedIn('HTTPS_PROXY', 'HTTPS_PROXY=http://proxy.test:3128#one'),
  ...refusedIn('no_proxy', 'no_proxy=a.test#,b.test'),
  ...ruleIs(
    'rule-7',
    `${rule}=rule-7 # a copy`,
    `${rule}=rule-7 #copy`,
    `${rule}=rule-7\t#copy`,
    `${rule}="rule-7" # copy`,
    `# ${rule}=rule-8#copy\n${rule}=rule-7`,
    `## it's "quoted"#twice\n${rule}=rule-7 # it's a#b`,
    `${rule}='rule-7'\nOTHER=a#b`,
    `\uFEFF${rule}=rule-7`,
  ),
  ...ruleIs(null, `${rule}=`, `${rule}= # none`, `# ${rule}=rule-7#copy`),
  { text: `${token}='token#0123456789'`, used: { token: 'token#0123456789' } },
  { text: `${token}="token#0123456789" # quoted`, used: { token: 'token#0123456789' } },
];

const spellings = [
  (name: string, value: string) => `${name}=${value}`,
  (name: string, value: string) => `${name}: ${value}`,
  (name: string, value: string) => `${name}:\t${value}`,
  (name: string, value: string) => `export ${name}=${value}`,
  (name: string, value: string) => `export ${name}: ${value}`,
  (name: string, value: string) => `  ${name} = "${value}"`,
  (name: string, value: string) => `${name}='${value}' # one of two`,
];

const values: readonly (readonly [string, string, string])[] = [
  [base, 'http://127.0.0.1:1', 'SERVICE'],
  [rule, 'rule-7', 'rule-8'],
  ['HTTPS_PROXY', 'http://one.test', 'http://two.test'],
  ['https_proxy', 'http://one.test', 'http://two.test'],
  ['NO_PROXY', 'one.test', 'two.test'],
];

/** A name that is set twice: the base URL in each pair of spellings, others in each with the first. */
const repeats: readonly EnvFileCase[] = values.flatMap(([name, one, other]) =>
  (name === base ? spellings : spellings.slice(0, 1)).flatMap((first) =>
    spellings.map((second) => ({
      text: `${first(name, one)}\nOTHER=1\n${second(name, other)}`,
      refused: [name],
    })),
  ),
);

const noRepeats: readonly EnvFileCase[] = ruleIs(
  'rule-7',
  `${rule}=\n${rule}=rule-7`,
  `${rule}: \n${rule}: rule-7`,
  `# ${rule}: rule-8\n${rule}=rule-7`,
  `${rule}=rule-7\n# ${rule}=rule-8`,
  `OTHER='\n${rule}=rule-8\n'\n${rule}=rule-7`,
  `MY_${rule}=rule-8\n${rule}=rule-7`,
);

export const envFileCases: readonly EnvFileCase[] = [...commentOrValue, ...repeats, ...noRepeats];

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
export const oddValues = [
  'a<b>-012345',
  'a$b-012345',
  'it-s-0123456',
  'nullable-rule',
  'undefined-7',
  'a-012345$',
  'none-0123456',
];
