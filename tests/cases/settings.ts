import { generateKeyPairSync } from 'node:crypto';
import { certificate, key } from '../support/pem.ts';

/** What is given, and by whom; over the least that a run against a target needs. */
export interface World {
  /** Without `CONFORMANCE_`, which proxies and odd names have not; an empty value is an absent one. */
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string | boolean>>;
  /** Files of the working folder by name; `.env` is named where a token is in the environment. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Folders of the working folder. */
  readonly folders?: readonly string[];
  /** Whether a `.env` is found only, not named. */
  readonly isFound?: true;
  readonly now?: string;
  /** What words repeat of it: one group has all that are refused in the same words. */
  readonly repeated?: string;
}

export type Worlds = Readonly<Record<string, World>>;

function named(rows: readonly (readonly [name: string, world: World])[]): Worlds {
  const worlds = Object.fromEntries(rows);
  if (Object.keys(worlds).length < rows.length) throw new Error('two rows have one name');
  return worlds;
}

/** One setting in the environment, with each of these texts. */
const each = (name: string, texts: readonly string[]): Worlds =>
  named(
    texts.map((text) => [
      `${name}=${JSON.stringify(text).slice(0, 60)}${text.length > 60 ? ` (${text.length})` : ''}`,
      { env: { [name]: text }, repeated: JSON.stringify(text) },
    ]),
  );

/** One setting that names a file, with each of these contents. */
const contents = (name: string, texts: readonly string[]): Worlds =>
  named(
    texts.map((text) => [
      `${name} of ${JSON.stringify(text.replaceAll(/(?<=-----)(?:\n[\w+/=]+)+\n/g, '…')).slice(0, 90)}`,
      { env: { [name]: 'given.txt' }, files: { 'given.txt': text }, repeated: text.split(':')[0] ?? '' },
    ]),
  );

const at = (url: string, leave = '', http = ''): Worlds => ({
  [`${url} by "${leave}"${http && ' over http'}`]: {
    env: { BASE_URL: url, ALLOW_WRITES_TO: leave, ALLOW_HTTP: http },
    repeated: url.replace(/^\w+:\/\//, ''),
  },
});

const host = 'https://staging.example.com';
const lines = (text: string) => text.trim().split(/\s+/);

const urls: Worlds = {
  ...each('BASE_URL', [
    '',
    ...lines('staging.example.com 127.0.0.1:8080/api https:/staging.example.com ftp://staging.example.com'),
    ...lines('https://u:pw@staging.example.com https://@staging.example.com https:// https://:81'),
    ...lines('/?a=b ? /# /a/../b /%2E%2e/b \\@evil/ //api :99999 :0 :8443 / /api/v1/').map(
      (end) => host + end,
    ),
    ...[` ${host}`, 'https://staging\n.example.com', 'https://staging\u00ad.example.com'],
    ...['http://staging.example.com', `${host}/a%20b;c=d/..e/`],
  ]),
  ...each('ALLOW_WRITES_TO', [
    ...['', ...lines('test.example.com staging.example.com:8443 staging.example.com. *.example.com')],
    ...[host, ...lines('u@staging.example.com staging.example.com/api staging.example.com,')],
    ...lines('staging.example.com:99999 STAGING.example.com:443'),
    'test.example.com, staging.example.com',
  ]),
  ...each('ALLOW_HTTP', ['yes', 'true', 'false']),
};

/** This machine needs no leave; what only looks like it needs two. */
const hosts: Worlds = Object.assign(
  {},
  ...lines(`LOCALHOST:8080/api/ 127.255.0.9 [::1]:3000 [0:0:0:0:0:0:0:1] 2130706433 0x7f.1 a.localhost
    [::ffff:127.0.0.1] 127.0.0.1.example.com localhost. .localhost a.localhost. localhost-staging
    128.0.0.1 0.0.0.0 [::ffff:128.0.0.1] [::127.0.0.1] [::2] 127.example localhost@a.test`).map((name) =>
    at(`http://${name}`),
  ),
  at(`${host}:443`, 'staging.example.com'),
  at(`${host}:8443`, 'staging.example.com:8443'),
  at('https://[2001:db8::1]:8443', '[2001:DB8::1]:8443'),
  at('https://bücher.example', 'xn--bcher-kva.example'),
  at('http://staging.example.com', 'staging.example.com:80', 'true'),
  at('http://staging.example.com', 'staging.example.com:443', 'true'),
);

const noToken = { ACCESS_TOKEN: '' };
const tokenFrom = (content: string | Uint8Array): World => ({
  env: { ...noToken, ACCESS_TOKEN_FILE: 'token' },
  files: { token: content },
});
const dotenv = (text: string | Uint8Array, env: World['env'] = {}): World => ({
  env,
  files: { '.env': text },
});

const tokens: Worlds = {
  ...each('ACCESS_TOKEN', [
    ...['', '1234567', '12345678', 'Bearer 12345678', '12345678\n', '12345678\r\nX: y', '12345678\u0007'],
    ...['12345678é', '!#$%&~"az09._-+/='],
  ]),
  'a token and its file': { env: { ACCESS_TOKEN_FILE: 'token' }, files: { token: 'another-token' } },
  'a token and its command': { env: { ACCESS_TOKEN_COMMAND: 'print-token' } },
  'a command': { env: { ...noToken, ACCESS_TOKEN_COMMAND: 'print-token' } },
  'an empty command': { env: { ...noToken, ACCESS_TOKEN_COMMAND: '  ' } },
  'a command of a found .env': dotenv('CONFORMANCE_ACCESS_TOKEN_COMMAND=print-token\n', noToken),
  'a command of the environment over a token of a file': dotenv(
    'CONFORMANCE_ACCESS_TOKEN=token-of-a-file\n',
    { ...noToken, ACCESS_TOKEN_COMMAND: 'print-token' },
  ),
  'a file with line breaks at its end': tokenFrom('token-of-the-file\r\n\n'),
  'an empty file': tokenFrom(''),
  'a file of two lines': tokenFrom('12345678\n12345678\n'),
  'a file that is not UTF-8': tokenFrom(Uint8Array.of(0xff, 0xff)),
};

const rules = { AUTOMATION_RULE_ID: 'rule-1' };
const command = { RULE_COMMAND: 'make-rule' };

const identifiers: Worlds = {
  ...each('ENTITY_ID', ['', 'a/b', '..', 'token-of-the-environment']),
  ...each('BUSINESS_DATA_TYPE_ID', ['', 'a\n']),
  ...each('AUTOMATION_RULE_ID', ['a,b%2fc', 'a,,b', 'a, a', 'b, a']),
  'a rule and a command': { env: { ...rules, ...command } },
  'a command for a rule': { env: command },
  'a flag over both': { env: command, flags: { automationRuleId: 'rule-2' } },
  'an empty flag': { env: command, flags: { automationRuleId: '' } },
  'a rule of the environment over a command of a file': dotenv('CONFORMANCE_RULE_COMMAND=make-rule', rules),
  'a command of the environment over a rule of a file': dotenv(
    'CONFORMANCE_AUTOMATION_RULE_ID=rule-1',
    command,
  ),
  'a DELETE alone needs no data type': { env: { BUSINESS_DATA_TYPE_ID: '', OPERATION: 'delete' } },
  'a PUT alone': { flags: { operation: 'put' } },
  'an operation that there is not': { flags: { operation: 'patch' } },
};

const bodyOf = (text: string, env: World['env'] = {}): World => ({
  env: { TRANSFORMER_FILE: 'a', ...env },
  files: { a: text },
});
const large = (REPEAT: string): World =>
  bodyOf(JSON.stringify({ businessDataTypeId: 'type-1', name: 'n'.repeat(1_000_000) }), { REPEAT });

const bodies: Worlds = {
  ...each('TRANSFORMER_FILE', ['body.json', '.', '/dev/zero', 'a'.repeat(300)]),
  ...contents('TRANSFORMER_FILE', [
    ...['{"name": }', '['.repeat(300), '[]', '{"name": "a", "name": "b"}', '{"name": 1}'],
    ...['{"conditions": null}', '{"action": {"amount": 1.00000000000000000001}}'],
    '{"businessDataTypeId": "type-2"}',
    '{"conditions": [{"column": 1}, {"column": true}]}',
    '{"action": {"amount": 9007199254740993, "datetime": 3.0, "assetName": 1e400}}',
    ' \r\n{ "x": [{"businessDataTypeId": "type-2"}],\t"name": "a\\u0062 é" }\n\n',
    '{"\\u0062usinessDataTypeId": "type-1"}',
  ]),
  'the data type in the file alone': bodyOf('{"businessDataTypeId": "type-1"}', {
    BUSINESS_DATA_TYPE_ID: '',
  }),
  'the data type nowhere, and a broken file': bodyOf('{', { BUSINESS_DATA_TYPE_ID: '' }),
  'no data type for a DELETE': bodyOf('{}', { BUSINESS_DATA_TYPE_ID: '', OPERATION: 'delete' }),
  'a million bytes, eight times': large('8'),
  'a million bytes, nine times': large('9'),
};

function freshKey(cipher?: { cipher: string; passphrase: string }): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }).toString();
}

const pair = (keyPem: string): World => ({
  env: { CLIENT_CERT_FILE: 'c.pem', CLIENT_KEY_FILE: 'c.key' },
  files: { 'c.pem': certificate, 'c.key': keyPem },
});

const certificateOfFile = 'CONFORMANCE_CLIENT_CERT_FILE=c.pem\nCONFORMANCE_CLIENT_KEY_FILE=c.key\n';

const reserved = lines(`Authorization content-type Content-Length HOST Connection Transfer-Encoding
  Accept-Encoding User-Agent X-HTTP-Method-Override Proxy-Authorization`);

const connection: Worlds = {
  ...contents('HEADERS_FILE', [
    ...reserved.map((name) => `${name}: x`),
    ...['X-A: b\nsecret', ': b', 'X A: b', 'X-A:', 'X-A: a\u0007b', 'X-A: a\rX-B: b'],
    'X-A: b\n# comment\nx-a: c',
    '# gateway\r\n\r\nX-Tenant: 7\r\nX-Key:  a b:c \r\n',
  ]),
  ...contents('CA_FILE', [
    ...['hello', key, certificate + certificate.replace('MIIB', 'AAAA')],
    `bundle\n${certificate}more\n${certificate}`,
  ]),
  'a certificate without its key': { env: { CLIENT_CERT_FILE: 'c' }, files: { c: certificate } },
  'a key without its certificate': { env: { CLIENT_KEY_FILE: 'k' }, files: { k: key } },
  'a certificate and its key': pair(key),
  'a certificate for a key': pair(certificate),
  'a damaged key': pair(key.replace('MIGH', 'AAAA')),
  'an encrypted key': pair(freshKey({ cipher: 'aes-256-cbc', passphrase: 'x' })),
  'the key of another': pair(freshKey()),
  'a certificate here, its key there': {
    env: { CLIENT_CERT_FILE: 'c.pem' },
    files: { 'c.pem': certificate, 'c.key': key, '.env': certificateOfFile },
  },
  'proxies: lower case first': { env: { HTTPS_PROXY: 'http://upper:1', https_proxy: 'http://lower:1' } },
  'proxies: each source for itself': dotenv(
    'https_proxy=http://file:1\nhttp_proxy=http://u:hidden@file:2\nNO_PROXY=a,b\n',
    { HTTPS_PROXY: 'http://upper:1' },
  ),
  'no proxy': { env: { HTTPS_PROXY: 'nonsense' } },
};

const repeat2 = { REPEAT: '2' };
const repeat3 = 'CONFORMANCE_REPEAT=3\n';
const found = (env: World['env'] = {}): World => ({ ...dotenv(repeat3, env), isFound: true });

const sources: Worlds = {
  'a flag over all': { ...dotenv(repeat3, repeat2), flags: { repeat: '1' } },
  'the environment over a file': dotenv(repeat3, repeat2),
  'a file': dotenv(repeat3),
  'an empty variable': dotenv(repeat3, { REPEAT: '' }),
  'an empty line': dotenv('CONFORMANCE_REPEAT=\n'),
  'a found .env beside a token': found(),
  'a found .env beside a file of a token': found({ ...noToken, ACCESS_TOKEN_FILE: 't' }),
  'a found .env beside a command for a token': found({ ...noToken, ACCESS_TOKEN_COMMAND: 't' }),
  'a found .env without a token': found(noToken),
  'another file': {
    files: { '.env': 'CONFORMANCE_STRICT=true', 'other.env': repeat3 },
    flags: { envFile: 'other.env' },
  },
  'a folder called .env': { folders: ['.env'] },
  'a file that is not there': { flags: { envFile: 'none.env' } },
  'a folder for a file': { flags: { envFile: '.' } },
  'a file without a name': { flags: { envFile: '' } },
  'a file with a space too much': { flags: { envFile: ' a.env' }, files: { ' a.env': '' } },
  'a file that is not UTF-8': dotenv(Uint8Array.of(0xff)),
  'a name on two lines': dotenv('CONFORMANCE_REPEAT=2\nCONFORMANCE_REPEAT=3\n'),
  'a name filled below an empty line': dotenv('CONFORMANCE_REPEAT=\nCONFORMANCE_REPEAT=3\n'),
  'a name that nothing has, in a file': dotenv('CONFORMANCE_ENTITY=x\n'),
  'a name that nothing has': { env: { ENTITI_ID: 'x' } },
  'a name that is like nothing': { env: { QUITE_ANOTHER_THING: 'x' } },
  'quotes, export and a comment': dotenv(
    '\ufeffexport CONFORMANCE_ACCESS_TOKEN="12345678#9"\r\n  CONFORMANCE_REPEAT =  3  # thrice\r\n',
    noToken,
  ),
  '# in a value': dotenv('CONFORMANCE_LABEL=build#7'),
  '--no-unauthorized': { flags: { unauthorized: false } },
  '--unauthorized, and a variable': { flags: { unauthorized: true }, env: { UNAUTHORIZED: 'false' } },
  'everything at once': { env: { REPEAT: '0', TIMEOUT_MS: 'soon' }, flags: { delayMs: '-1' } },
};

const nonsense = {
  BASE_URL: 'nonsense',
  ACCESS_TOKEN: 'x',
  CA_FILE: 'none',
  UNKNOWN: 'x',
  HTTPS_PROXY: 'no',
};

const reference: Worlds = {
  'the target is left alone': {
    ...found({ ...nonsense, STRICT: 'true' }),
    flags: { reference: true, serial: true },
  },
  'a wrong option': { env: { REPEAT: '0' }, flags: { reference: true } },
  'a base URL, too': { flags: { reference: true, baseUrl: 'x' } },
  'a file, too': { flags: { reference: true, envFile: 'x' } },
  'a permission, too': { flags: { reference: true, allowHttp: true } },
};

const options: Worlds = {
  ...each('REPEAT', ['0', '1', '1000', '1001', '1.5', 'two']),
  ...each('TIMEOUT_MS', ['0', '1', '600000', '600001', ' 5']),
  ...each('DELAY_MS', ['-1', '0', '600000', '600001']),
  ...each('STRICT', ['yes', 'true']),
  ...each('STALE_WAIVERS', ['warn', 'maybe']),
  ...each('REQUIRE_SHOWN', ['put.data.updatedAt:format', 'put.data.name:type', 'put.nothing']),
  ...each('KEEP', ['5']),
  'a number of runs to keep, and where': { env: { KEEP: '5', HISTORY: 'runs' } },
  'no number of runs to keep': { env: { KEEP: '0', HISTORY: 'runs' } },
  ...each('REPORTER', ['json', 'json, terminal', 'json,json', 'pdf', 'jsn']),
  ...each('OUT', ['reports', ' ']),
  ...each('LABEL', ['build 7', 'a\nb', 'n'.repeat(201), 'n'.repeat(200)]),
  ...each('SARIF_FILE', [
    ...['src/a b/ü.ts', ...lines('/etc/passwd src/../../a ./a a//b src/ https://evil.example/a c:/a a\\b')],
    'a\u009bb',
  ]),
  ...each('DOCUMENT_URL', [
    ...['https://wiki.example.com/a%20b?c=d#e', 'http://host/a b<c>', 'javascript:alert(1)', 'https://'],
    ...['https://a b', 'https://a\u202e.example', 'https://user:secret@wiki.example.com/'],
  ]),
};

const sound = { id: 'put.data.name:echo', reason: 'cut to 20', owner: 'a@b', expires: '2026-12-31' };
const waived = (...entries: readonly object[]): string =>
  JSON.stringify({ waivers: entries.map((entry) => ({ ...sound, ...entry })) }, null, 2);
const changed = (member: string, values: readonly unknown[]): readonly string[] =>
  values.map((value) => waived({ [member]: value }));

/** Files that their schema refuses. */
export const brokenWaivers: readonly string[] = [
  ...['[]', '{}', '{"waivers":{}}', '{"waivers":[],"owner":"x"}', '{"waivers":[\n7]}'],
  ...changed('id', [undefined, 7, '', 'put.*.name:echo']),
  ...changed('reason', [undefined, '', ' \n', 'FILL IN why']),
  ...changed('owner', [7]),
  ...changed('expires', [undefined, '', 'soon', '2026-12-31T00:00:00Z', '+012027-01', '2026-13-01']),
  ...changed('actual', [null, 3]),
  ...[...changed('flaky', ['yes']), ...changed('until', ['x']), ...changed('ticket', [''])],
];

export const soundWaivers: readonly string[] = [
  ...['{"waivers":[]}', waived({}), waived({ actual: '"x"', flaky: true, ticket: 'T-1' }, { actual: '"y"' })],
  ...changed('id', ['put.data.name*']),
  ...changed('expires', ['2026-05-31', '2026-05-30']),
];

/** What only reading can tell. */
const unsoundWaivers = [
  ...['{"waivers":\n[}', '', '['.repeat(40), '{"waivers":[{"id":"put:json",\n"id":"put:json"}]}'],
  ...changed('expires', ['2026-02-30']),
  ...changed('id', ['put.data.nme:echo', 'put.data.name', 'put.nothing*']),
  ...[waived({}, {}), waived({}, { id: 'put.data.name*' }), waived({ actual: '1' }, { actual: '1' })],
  ...[waived({ actual: '1' }, {}), waived({}, { actual: '1' })],
  waived({ id: 'x:y', owner: '' }, { expires: 'soon' }),
];

/** A file, in which the members that are as usual are their names alone. */
const told = (text: string) =>
  Object.entries(sound)
    .reduce((rest, [name, value]) => rest.replaceAll(`"${name}": "${value}"`, name), text)
    .replaceAll(/\s+/g, ' ');

const waivers: Worlds = {
  'no file is taken without being named': { files: { 'conformance.waivers.json': 'not read' } },
  ...named(
    [...soundWaivers, ...brokenWaivers, ...unsoundWaivers].map((text) => [
      told(text).slice(0, 110),
      { flags: { waivers: 'w.json' }, files: { 'w.json': text }, now: '2026-05-31T23:59:59Z' },
    ]),
  ),
};

export const settingsCases: Readonly<Record<string, Worlds>> = {
  ...{ sources, urls, hosts, tokens, identifiers, bodies, connection, reference, options, waivers },
};
