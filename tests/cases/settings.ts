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
}

export type Worlds = Readonly<Record<string, World>>;

/** One setting in the environment, with each of these texts. */
const each = (name: string, texts: readonly string[]): Worlds =>
  Object.fromEntries(
    texts.map((text) => [`${name}=${JSON.stringify(text).slice(0, 60)}`, { env: { [name]: text } }]),
  );

/** One setting that names a file, with each of these contents. */
const contents = (name: string, texts: readonly (string | Uint8Array)[]): Worlds =>
  Object.fromEntries(
    texts.map((text, at) => [
      `${name} ${at + 1}: ${typeof text === 'string' ? JSON.stringify(text).slice(0, 90) : 'bytes'}`,
      { env: { [name]: 'given.txt' }, files: { 'given.txt': text } },
    ]),
  );

const at = (url: string, leave = '', http = ''): Worlds => ({
  [`${url} by "${leave}"${http && ' over http'}`]: {
    env: { BASE_URL: url, ALLOW_WRITES_TO: leave, ALLOW_HTTP: http },
  },
});

const host = 'https://staging.example.com';

const urls: Worlds = {
  ...each('BASE_URL', [
    ...[
      '',
      'staging.example.com',
      '127.0.0.1:8080/api',
      'https:/staging.example.com',
      'ftp://staging.example.com',
    ],
    ...['https://u@staging.example.com', 'https://u:pw@staging.example.com', 'https://@staging.example.com'],
    ...[`${host}/?a=b`, `${host}?`, `${host}/#`, `${host}/a/../b`, `${host}/%2E%2e/b`, ` ${host}`],
    ...[
      'https://staging\n.example.com',
      `${host}\\@evil/`,
      'https://staging\u00ad.example.com',
      `${host}//api`,
    ],
    ...[
      'https://h.example.com///a/b/',
      'https:///path',
      'https://',
      `${host}:99999`,
      `${host}:0`,
      `${host}:8443`,
    ],
    ...['http://staging.example.com', `${host}/`, `${host}/api/v1/`, `${host}/a%20b;c=d/..e/`],
  ]),
  ...each('ALLOW_WRITES_TO', [
    ...['', 'test.example.com', 'staging.example.com:8443', 'example.com', 'staging.example.com.', host],
    ...['u@staging.example.com', '*.example.com', 'staging.example.com/api', 'staging.example.com,'],
    ...['staging.example.com:99999', 'STAGING.example.com:443', 'test.example.com, staging.example.com'],
  ]),
  ...each('ALLOW_HTTP', ['yes', 'true', 'false']),
};

/** This machine needs no leave; what only looks like it needs two. */
const hosts: Worlds = Object.assign(
  {},
  ...[
    ...['http://localhost', 'http://LOCALHOST:8080/api/', 'http://127.0.0.1:3000', 'https://127.255.0.9'],
    ...[
      'http://[::1]:3000',
      'http://[0:0:0:0:0:0:0:1]',
      'http://2130706433',
      'http://0x7f.1',
      'http://a.localhost',
    ],
    ...['http://[::ffff:127.0.0.1]', 'http://127.0.0.1.example.com', 'http://localhost.example.com'],
    ...['http://localhost.', 'http://.localhost', 'http://a.localhost.', 'http://localhost-staging'],
    ...[
      'http://128.0.0.1',
      'http://0.0.0.0',
      'http://[::ffff:128.0.0.1]',
      'http://[::127.0.0.1]',
      'http://[::2]',
    ],
    ...['http://127.example', 'http://localhost@staging.example.com'],
  ].map((url) => at(url)),
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

const tokens: Worlds = {
  ...each('ACCESS_TOKEN', [
    ...['', '1234567', '12345678', 'Bearer 12345678', '12345678\n', '12345678\r\nX: y', '12345678\u0007'],
    ...['12345678é', '!#$%&~"az09._-+/='],
  ]),
  'a token and its file': { env: { ACCESS_TOKEN_FILE: 'token' }, files: { token: 'another-token' } },
  'a token and its command': { env: { ACCESS_TOKEN_COMMAND: 'print-token' } },
  'a command': { env: { ...noToken, ACCESS_TOKEN_COMMAND: 'print-token' } },
  'an empty command': { env: { ...noToken, ACCESS_TOKEN_COMMAND: '  ' } },
  'a command of a found .env': {
    env: noToken,
    files: { '.env': 'CONFORMANCE_ACCESS_TOKEN_COMMAND=print-token\n' },
  },
  'a command of the environment over one of a file': {
    env: { ...noToken, ACCESS_TOKEN_COMMAND: 'print-token' },
    files: { '.env': 'CONFORMANCE_ACCESS_TOKEN=token-of-a-file\n' },
  },
  'a file with line breaks at its end': tokenFrom('token-of-the-file\r\n\n'),
  'an empty file': tokenFrom(''),
  'a file of two lines': tokenFrom('12345678\n12345678\n'),
  'a file that is not UTF-8': tokenFrom(Uint8Array.of(0xff, 0xff)),
};

const rules = { AUTOMATION_RULE_ID: 'rule-1' };
const command = { RULE_COMMAND: 'make-rule' };

const identifiers: Worlds = {
  ...each('ENTITY_ID', [
    '',
    'a/b',
    '..',
    'token-of-the-environment',
    '"entity-1"',
    '{entityId}',
    'undefined',
  ]),
  ...each('BUSINESS_DATA_TYPE_ID', ['', 'a\n']),
  ...each('AUTOMATION_RULE_ID', ['a,b%2fc', 'a,,b', 'a, a', 'b, a']),
  'a rule and a command': { env: { ...rules, ...command } },
  'a command for a rule': { env: command },
  'a flag over both': { env: command, flags: { automationRuleId: 'rule-2' } },
  'an empty flag': { env: command, flags: { automationRuleId: '' } },
  'a rule of the environment over a command of a file': {
    env: rules,
    files: { '.env': 'CONFORMANCE_RULE_COMMAND=make-rule' },
  },
  'a command of the environment over a rule of a file': {
    env: command,
    files: { '.env': 'CONFORMANCE_AUTOMATION_RULE_ID=rule-1' },
  },
  'a DELETE alone needs no data type': { env: { BUSINESS_DATA_TYPE_ID: '', OPERATION: 'delete' } },
  'a PUT alone': { flags: { operation: 'put' } },
  'an operation that there is not': { flags: { operation: 'patch' } },
};

const large = (repeat: string): World => ({
  env: { TRANSFORMER_FILE: 'large.json', REPEAT: repeat },
  files: {
    'large.json': JSON.stringify({ businessDataTypeId: 'type-1', name: 'n'.repeat(1_000_000) }),
  },
});

const bodies: Worlds = {
  ...each('TRANSFORMER_FILE', ['body.json', '.', '/dev/zero', 'a'.repeat(300)]),
  ...contents('TRANSFORMER_FILE', [
    ...[
      '{"name": }',
      '['.repeat(300),
      '[]',
      '{"name": "a", "name": "b"}',
      '{"name": 1}',
      '{"conditions": null}',
    ],
    ...['{"action": {"amount": 1.5}}', '{"action": {"amount": "1"}}'],
    ...[
      '{"action": {"amount": 1.00000000000000000001}}',
      '{"businessDataTypeId": "type-2"}',
      '{}',
      ' { \n} ',
    ],
    '{"conditions": [{"column": 1}, {"column": true}]}',
    '{"action": {"amount": 9007199254740993, "datetime": 3.0, "assetName": 1e400}}',
    ' \r\n{ "x": [null],\t"name": "a\\u0062 é" }\n\n',
    '{"x": {"businessDataTypeId": "type-2"}}',
    '{"\\u0062usinessDataTypeId": "type-1"}',
  ]),
  'the data type in the file alone': {
    env: { TRANSFORMER_FILE: 'a', BUSINESS_DATA_TYPE_ID: '' },
    files: { a: '{"businessDataTypeId": "type-1", "conditions": []}' },
  },
  'the data type nowhere, and a broken file': {
    env: { TRANSFORMER_FILE: 'a', BUSINESS_DATA_TYPE_ID: '' },
    files: { a: '{' },
  },
  'no data type for a DELETE': {
    env: { TRANSFORMER_FILE: 'a', BUSINESS_DATA_TYPE_ID: '', OPERATION: 'delete' },
    files: { a: '{"name": "n"}' },
  },
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

const reserved = [
  ...['Authorization', 'content-type', 'Content-Length', 'HOST', 'Connection', 'Transfer-Encoding'],
  ...['Accept-Encoding', 'User-Agent', 'X-HTTP-Method-Override', 'Proxy-Authorization'],
];

const connection: Worlds = {
  ...contents('HEADERS_FILE', [
    ...reserved.map((name) => `${name}: x`),
    ...['X-A: b\nsecret', ': b', 'X A: b', 'X-A: b\n c: d', 'X-A:', 'X-A: a\u0007b', 'X-A: a\rX-B: b'],
    'X-A: b\n# comment\nx-a: c',
    '# gateway\r\n\r\nX-Tenant: 7\r\nX-Key:  a b:c \r\n',
  ]),
  ...contents('CA_FILE', [
    'hello',
    key,
    certificate + certificate.replace('MIIB', 'AAAA'),
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
  'proxies: each source for itself': {
    env: { HTTPS_PROXY: 'http://upper:1' },
    files: { '.env': 'https_proxy=http://file:1\nhttp_proxy=http://u:hidden@file:2\nNO_PROXY=a,b\n' },
  },
  'no proxy': { env: { HTTPS_PROXY: 'nonsense' } },
};

const repeat2 = { REPEAT: '2' };
const repeat3 = { '.env': 'CONFORMANCE_REPEAT=3\n' };
const fileOf = (text: string | Uint8Array): World => ({ files: { '.env': text } });
const found = (env: Readonly<Record<string, string>>): World => ({ env, files: repeat3, isFound: true });

const sources: Worlds = {
  'a flag over all': { flags: { repeat: '1' }, env: repeat2, files: repeat3 },
  'the environment over a file': { env: repeat2, files: repeat3 },
  'a file': { files: repeat3 },
  'an empty variable': { env: { REPEAT: '' }, files: repeat3 },
  'an empty line': { files: { '.env': 'CONFORMANCE_REPEAT=\n' } },
  'a found .env beside a token': found({}),
  'a found .env beside a file of a token': found({ ...noToken, ACCESS_TOKEN_FILE: 't' }),
  'a found .env beside a command for a token': found({ ...noToken, ACCESS_TOKEN_COMMAND: 't' }),
  'a found .env without a token': found(noToken),
  'another file': {
    files: { '.env': 'CONFORMANCE_STRICT=true', 'other.env': 'CONFORMANCE_REPEAT=3' },
    flags: { envFile: 'other.env' },
  },
  'a folder called .env': { folders: ['.env'] },
  'a file that is not there': { flags: { envFile: 'none.env' } },
  'a folder for a file': { flags: { envFile: '.' } },
  'a file without a name': { flags: { envFile: '' } },
  'a file with a space too much': { flags: { envFile: ' a.env' }, files: { ' a.env': '' } },
  'a file that is not UTF-8': fileOf(Uint8Array.of(0xff)),
  'a name on two lines': fileOf('CONFORMANCE_REPEAT=2\nCONFORMANCE_REPEAT=3\n'),
  'a name filled below an empty line': fileOf('CONFORMANCE_REPEAT=\nCONFORMANCE_REPEAT=3\n'),
  'a name that nothing has, in a file': fileOf('CONFORMANCE_ENTITY=x\n'),
  'a name that nothing has': { env: { ENTITI_ID: 'x' } },
  'a name that is like nothing': { env: { QUITE_ANOTHER_THING: 'x' } },
  'quotes, export and a comment': {
    env: noToken,
    files: {
      '.env': '\ufeffexport CONFORMANCE_ACCESS_TOKEN="12345678#9"\r\n  CONFORMANCE_REPEAT =  3  # thrice\r\n',
    },
  },
  '# in a value': fileOf('CONFORMANCE_LABEL=build#7'),
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
    env: { ...nonsense, STRICT: 'true' },
    files: repeat3,
    isFound: true,
    flags: { reference: true, serial: true },
  },
  'a wrong option': { env: { REPEAT: '0' }, flags: { reference: true } },
  ...Object.fromEntries(
    ['baseUrl', 'entityId', 'envFile'].map((flag) => [flag, { flags: { reference: true, [flag]: 'x' } }]),
  ),
  allowHttp: { flags: { reference: true, allowHttp: true } },
};

const options: Worlds = {
  ...each('REPEAT', ['0', '1', '1000', '1001', '1.5', 'two']),
  ...each('TIMEOUT_MS', ['0', '1', '600000', '600001', ' 5']),
  ...each('DELAY_MS', ['-1', '0', '60000', '60001']),
  ...each('STRICT', ['yes', 'true']),
  ...each('REPORTERS', ['json', 'json, terminal', 'json,json', 'pdf', 'jsn']),
  ...each('OUT', ['reports', ' ']),
  ...each('LABEL', ['build 7', 'a\nb', 'n'.repeat(300)]),
  ...each('SARIF_FILE', [
    ...[
      'src/a b/ü.ts',
      '/etc/passwd',
      'src/../../a',
      './a',
      'a//b',
      'src/',
      'https://evil.example/a',
      'c:/a',
    ],
    ...['a\\b', 'a\u009bb'],
  ]),
  ...each('DOCUMENT_URL', [
    ...[
      'https://wiki.example.com/a%20b?c=d#e',
      'http://host/a b<c>',
      'javascript:alert(1)',
      'wiki.example.com',
    ],
    ...['https://', 'https://a b', 'https://a\u202e.example', 'https://user:secret@wiki.example.com/'],
  ]),
};

const sound = { id: 'put.data.name:echo', reason: 'cut to 20', owner: 'a@b', expires: '2026-12-31' };
const waiversOf = (text: string, now = '2026-05-31T23:59:59Z'): World => ({
  flags: { waivers: 'w.json' },
  files: { 'w.json': text },
  now,
});
const waived = (...entries: readonly object[]): string =>
  JSON.stringify({ waivers: entries.map((entry) => ({ ...sound, ...entry })) }, null, 2);
const changed = (member: string, values: readonly unknown[]): readonly string[] =>
  values.map((value) => waived({ [member]: value }));

/** Files that their schema refuses. */
export const brokenWaivers: readonly string[] = [
  ...['[]', '{}', '{"waivers":{}}', '{"waivers":[],"owner":"x"}', '{"waivers":[\n7]}'],
  ...['id', 'reason', 'owner', 'expires'].flatMap((name) => changed(name, [undefined, 7, ''])),
  ...changed('reason', [' \n', 'FILL IN why']),
  ...changed('id', ['put.*.name:echo']),
  ...changed('expires', ['soon', '2026-12-31T00:00:00Z', '+012027-01', '2026-13-01']),
  ...changed('actual', [null, 3]),
  ...changed('flaky', ['yes']),
  ...changed('until', ['x']),
  ...changed('ticket', ['']),
];

export const soundWaivers: readonly string[] = [
  '{"waivers":[]}',
  waived({}),
  waived({ actual: '"x"', flaky: true, ticket: 'T-1' }, { actual: '"y"' }),
  ...changed('id', ['put.data.name*']),
  ...changed('expires', ['2026-05-31', '2026-05-30']),
];

/** What only reading can tell. */
const unsoundWaivers = [
  ...['{"waivers":\n[}', '', '['.repeat(40), '{"waivers":[{"id":"put:json",\n"id":"put:json"}]}'],
  ...changed('expires', ['2026-02-30', '2027-02-29']),
  ...changed('id', ['put.data.nme:echo', 'put.data.name', 'put.nothing*']),
  waived({}, {}),
  waived({}, { id: 'put.data.name*' }),
  waived({ actual: '1' }, { actual: '1' }),
  waived({ actual: '1' }, {}),
  waived({}, { actual: '1' }),
  waived({ id: 'x:y', owner: '' }, { expires: 'soon' }),
];

const waivers: Worlds = {
  'no file is taken without being named': { files: { 'conformance.waivers.json': 'not read' } },
  ...Object.fromEntries(
    [...soundWaivers, ...brokenWaivers, ...unsoundWaivers].map((text, index) => [
      `${index + 1}: ${text.replaceAll(/\s+/g, ' ').slice(0, 110)}`,
      waiversOf(text),
    ]),
  ),
};

export const settingsCases: Readonly<Record<string, Worlds>> = {
  ...{ sources, urls, hosts, tokens, identifiers, bodies, connection, reference, options, waivers },
};
